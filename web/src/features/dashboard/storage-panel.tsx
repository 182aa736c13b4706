import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Panel } from '../../ui/frame/panel.tsx'
import { fullness } from './fullness.ts'
import { words } from './words.ts'

const { storage: own } = words

const colours = { plenty: 'primary', nearlyFull: 'warning', full: 'error' } as const

/** How much of its room the organisation has used. */
export function StoragePanel({ storage }: { storage: NonNullable<Dashboard['storage']> }) {
  const { share, state } = fullness(storage)
  return (
    <Panel title={own.title}>
      <Typography>
        {words.summary.stored(storage)}
        {share === null ? `. ${own.noQuota}` : ` (${own.percent(share)})`}
      </Typography>
      {share !== null && (
        <LinearProgress
          variant="determinate"
          color={colours[state]}
          value={Math.min(100, share * 100)}
          aria-label={own.label}
          sx={{ mt: 2, height: 8, borderRadius: 4, bgcolor: 'tokens.accent' }}
        />
      )}
      {state !== 'plenty' && (
        <Typography sx={{ mt: 2, color: state === 'full' ? 'tokens.fail' : 'tokens.warn' }}>
          {own[state]}
        </Typography>
      )}
    </Panel>
  )
}
