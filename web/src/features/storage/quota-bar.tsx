import type { StorageReport } from '@cresyl/contract/storage'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { formatBytes } from '../../ui/amounts.ts'
import { Panel } from '../../ui/panel.tsx'
import { words } from './words.ts'

const own = words.used
const nearly = 0.9

/** How much of its room the organisation has used. */
export function QuotaBar({ used_bytes, quota_bytes }: Pick<StorageReport, 'used_bytes' | 'quota_bytes'>) {
  const used = formatBytes(used_bytes)
  if (quota_bytes === null) {
    return (
      <Panel title={own.title}>
        <Typography>
          {own.plain(used)}. {own.noQuota}
        </Typography>
      </Panel>
    )
  }
  const share = quota_bytes === 0 ? 1 : used_bytes / quota_bytes
  const state = share >= 1 ? 'full' : share >= nearly ? 'nearlyFull' : undefined
  return (
    <Panel title={own.title}>
      <Typography>{own.of(used, formatBytes(quota_bytes))}</Typography>
      <LinearProgress
        variant="determinate"
        color={state === 'full' ? 'error' : state === 'nearlyFull' ? 'warning' : 'primary'}
        value={Math.min(100, share * 100)}
        aria-label={own.label}
        sx={{ mt: 2, height: 8, borderRadius: 4, bgcolor: 'tokens.accent' }}
      />
      {state && (
        <Typography sx={{ mt: 2, color: state === 'full' ? 'tokens.fail' : 'tokens.warn' }}>
          {own[state]}
        </Typography>
      )}
    </Panel>
  )
}
