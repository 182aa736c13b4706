import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Plus, Trash2 } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { useStainChoices } from './queries.ts'
import { type DraftScope, type LimitsEdit, withoutStain, withStain } from './thresholds-draft.ts'
import { words } from './words.ts'

const own = words.limits
const common = 'common'

interface StainScopeProps {
  edit: LimitsEdit
  scope: DraftScope
  onScope: (scope: DraftScope) => void
  disabled: boolean
}

/** For which stain the limits below are. */
export function StainScope({ edit, scope, onScope, disabled }: StainScopeProps) {
  const { draft, change } = edit
  const stains = useStainChoices()
  const nameOf = (id: string) => stains.find((stain) => stain.id === id)?.name ?? own.gone
  const ids = Object.keys(draft.stains)
  const free = stains.filter(({ id }) => !ids.includes(id))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={own.of}
        value={scope ?? common}
        onChange={(_, chosen: string | null) => chosen && onScope(chosen === common ? null : chosen)}
        sx={{ flexWrap: 'wrap' }}
      >
        <ToggleButton value={common}>{own.common}</ToggleButton>
        {ids.map((id) => (
          <ToggleButton key={id} value={id}>
            <bdi>{nameOf(id)}</bdi>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {!disabled && (
        <AddStain
          free={free}
          onAdd={(id) => {
            change(withStain(draft, id))
            onScope(id)
          }}
        />
      )}
      {scope !== null && !disabled && (
        <Button
          size="small"
          color="error"
          startIcon={<Trash2 size={16} aria-hidden />}
          aria-label={own.removeStainOf(nameOf(scope))}
          onClick={() => {
            onScope(null)
            change(withoutStain(draft, scope))
          }}
        >
          {own.removeStain}
        </Button>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ flexBasis: '100%' }}>
        {own.addHint}
      </Typography>
    </Box>
  )
}

interface AddStainProps {
  free: readonly { id: string; name: string }[]
  onAdd: (id: string) => void
}

function AddStain({ free, onAdd }: AddStainProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <GatedButton
        size="small"
        startIcon={<Plus size={16} aria-hidden />}
        aria-haspopup="menu"
        reason={free.length === 0 ? own.noStains : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {own.add}
      </GatedButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {free.map(({ id, name }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null)
              onAdd(id)
            }}
          >
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
