import Alert, { type AlertColor } from '@mui/material/Alert'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import type { RunImage } from './queries.ts'
import { words } from './words.ts'

const own = words.gate

interface Said {
  readonly severity: AlertColor
  readonly text: string
}

/** What quality control will say to the run, before anything is computed. */
export function gateSentence({ gate, check }: Pick<RunImage, 'gate' | 'check'>, isGated: boolean): Said {
  if (!isGated) return { severity: 'info', text: own.ungated }
  switch (gate) {
    case 'check_first':
      return { severity: 'info', text: own.checkFirst }
    case 'wait':
      return { severity: 'info', text: own.wait }
    case 'blocked':
      return { severity: 'error', text: `${own.blocked} ${check?.message ?? ''}`.trim() }
    case 'go':
      if (check === null) return { severity: 'info', text: own.output }
      if (check.overridden) return { severity: 'warning', text: own.overridden }
      if (check.state === 'warned') return { severity: 'warning', text: own.warned }
      return { severity: 'success', text: own.go }
  }
}

interface GateNoteProps {
  known: RunImage
  isGated: boolean
  /** Leads to where the check is overridden. */
  onOverride: () => void
}

export function GateNote({ known, isGated, onOverride }: GateNoteProps) {
  const mayOverride = usePermission('update:qc_jobs')
  const { severity, text } = gateSentence(known, isGated)
  const isBlocked = isGated && known.gate === 'blocked'
  return (
    <Alert
      severity={severity}
      aria-label={own.title}
      sx={{ overflowWrap: 'anywhere' }}
      {...(isBlocked && {
        action: (
          <GatedButton
            size="small"
            color="inherit"
            reason={mayOverride ? undefined : permissionReason('update:qc_jobs', own.overrideDeed)}
            onClick={onOverride}
          >
            {own.override}
          </GatedButton>
        ),
      })}
    >
      {text}
    </Alert>
  )
}
