import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { type Locks, type PaneCount, paneCounts } from '../../../engine/viewer/panes/workspace.ts'
import { AppWindow, Columns2, Grid2x2 } from '../../../ui/frame/icons.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { AlignButton } from '../align/align-button.tsx'
import { BarPopover } from '../bar/bar-popover.tsx'
import { useWorkspace, useWorkspaceState } from '../viewer-context.tsx'
import { words } from './words.ts'

const own = words.panes
const icons = { 1: AppWindow, 2: Columns2, 4: Grid2x2 }
const lockNames = Object.keys(own.lock) as (keyof Locks)[]

/** How many panes there are, and what they do together. */
export function PanesGroup({ onCount }: { onCount: (count: PaneCount) => void }) {
  const count = useWorkspaceState((workspace) => workspace.contents().length) as PaneCount
  return (
    <BarPopover
      label={`${own.layout}: ${own.counts[count]}`}
      icon={icons[count]}
      pressed={count > 1}
      title={own.layout}
      width={280}
    >
      {(close) => (
        <>
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={count}
            aria-label={own.layout}
            onChange={(_, chosen: PaneCount | null) => chosen !== null && onCount(chosen)}
          >
            {paneCounts.map((each) => {
              const Icon = icons[each]
              return (
                <Tooltip key={each} title={own.counts[each]}>
                  <ToggleButton value={each} aria-label={own.counts[each]}>
                    <Icon size={18} aria-hidden />
                  </ToggleButton>
                </Tooltip>
              )
            })}
          </ToggleButtonGroup>
          {count > 1 && <LockChoices onAlign={close} />}
        </>
      )}
    </BarPopover>
  )
}

function LockChoices({ onAlign }: { onAlign: () => void }) {
  const workspace = useWorkspace()
  const locks = useWorkspaceState((each) => each.locks())
  const headingId = useId()
  return (
    <Stack sx={{ mt: 4, gap: 2 }}>
      <Typography variant="h3" component="h4" id={headingId}>
        {own.locks}
      </Typography>
      <FormGroup aria-labelledby={headingId} role="group">
        {lockNames.map((name) => (
          <FormControlLabel
            key={name}
            label={own.lock[name]}
            control={
              <Checkbox
                size="small"
                checked={locks[name]}
                onChange={(_, checked) => workspace.setLocks({ [name]: checked })}
              />
            }
          />
        ))}
      </FormGroup>
      <Tooltip title={own.keepOffsetHint}>
        <Button
          variant="outlined"
          onClick={() => {
            workspace.keepOffset()
            showToast(own.kept)
          }}
        >
          {own.keepOffset}
        </Button>
      </Tooltip>
      <AlignButton onBegun={onAlign} />
    </Stack>
  )
}
