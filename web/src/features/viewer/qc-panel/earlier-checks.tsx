import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { CircleSlash } from '../../../ui/frame/icons.ts'
import { qcLooks } from '../../../ui/slide/qc-looks.ts'
import { qcWords } from '../../../ui/text/qc-words.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { InfoSection, Note } from '../info-panel/info-section.tsx'
import { isJudged } from './checks.ts'
import { useQcDesk } from './qc-desk.tsx'
import { words } from './words.ts'

const own = words.earlier

interface EarlierChecksProps {
  imageId: string
  checks: readonly QcJob[]
  /** Of all there are. */
  count: number
  shownId: string | undefined
}

/** The checks of an image over time; one that measured something can be looked at again. */
export function EarlierChecks({ imageId, checks, count, shownId }: EarlierChecksProps) {
  const desk = useQcDesk()
  if (checks.length < 2) return null
  return (
    <InfoSection title={own.title}>
      <Box component="ol" aria-label={own.label} sx={{ listStyle: 'none', m: 0, mx: -4, p: 0 }}>
        {checks.map((check, index) => (
          <li key={check.id}>
            <CheckButton
              check={check}
              isNewest={index === 0}
              isShown={check.id === shownId}
              onClick={() => desk.choose(imageId, index === 0 ? null : check.id)}
            />
          </li>
        ))}
      </Box>
      {count > checks.length && <Note>{own.more(count - checks.length)}</Note>}
    </InfoSection>
  )
}

interface CheckButtonProps {
  check: QcJob
  isNewest: boolean
  isShown: boolean
  onClick: () => void
}

function CheckButton({ check, isNewest, isShown, onClick }: CheckButtonProps) {
  const { icon: Icon, tone } = qcLooks[check.state] ?? { icon: CircleSlash, tone: 'muted' }
  return (
    <ButtonBase
      disabled={!isJudged(check)}
      {...(isShown && { 'aria-current': true })}
      onClick={onClick}
      sx={{
        width: '100%',
        px: 4,
        py: 1.5,
        gap: 2,
        justifyContent: 'flex-start',
        textAlign: 'start',
        typography: 'body2',
        bgcolor: isShown ? 'tokens.accent' : 'transparent',
        '&:hover': { bgcolor: 'tokens.accent' },
        '&:focus-visible': { outlineOffset: '-2px !important' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: `tokens.${tone}` }}>
        <Icon size={14} aria-hidden />
      </Box>
      <span>{qcWords[check.state]}</span>
      <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
        {isNewest ? own.now : <RelativeTime time={check.finished_at ?? check.created_at} />}
      </Box>
    </ButtonBase>
  )
}
