import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { ChevronDown } from '../../../ui/frame/icons.ts'
import type { Choice } from '../choices/queries.ts'
import { words } from '../words.ts'

interface FilterButtonProps {
  label: string
  /** How many are chosen. */
  chosen: number
  children: ReactNode
}

/** A button with what can be chosen under it. */
export function FilterButton({ label, chosen, children }: FilterButtonProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchor !== null
  return (
    <>
      <Button
        variant="outlined"
        color={chosen > 0 ? 'primary' : 'secondary'}
        endIcon={<ChevronDown size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flexShrink: 0, fontWeight: 500, ...(chosen > 0 && { bgcolor: 'tokens.accent' }) }}
      >
        {chosen > 0 ? words.filters.chosen(label, chosen) : label}
      </Button>
      {open && (
        <Popover
          id={id}
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 1, width: 288 } } }}
        >
          {children}
        </Popover>
      )}
    </>
  )
}

interface FilterMenuProps {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** What is chosen is nothing to point out. */
  quiet?: boolean
  onChange: (chosen: readonly string[]) => void
}

/** So many can be looked through without typing. */
const findFrom = 10

export function FilterMenu({ label, choices, chosen, quiet = false, onChange }: FilterMenuProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <FilterButton label={label} chosen={quiet ? 0 : chosen.length}>
      {choices.length > findFrom && (
        <Box sx={{ p: 2, pb: 0 }}>
          <TextField
            size="small"
            fullWidth
            autoFocus
            placeholder={words.filters.find(label)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': words.filters.find(label), dir: 'auto' } }}
          />
        </Box>
      )}
      <List dense aria-label={label} sx={{ maxHeight: 320, overflowY: 'auto' }}>
        {found.map(({ id, name }) => (
          <Box component="li" key={id}>
            <ListItemButton
              role="checkbox"
              aria-checked={chosen.includes(id)}
              onClick={() => toggle(id)}
              sx={{ py: 0.5, px: 2 }}
            >
              <Checkbox
                size="small"
                checked={chosen.includes(id)}
                tabIndex={-1}
                disableRipple
                aria-hidden
                slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
                sx={{ p: 1, mr: 1 }}
              />
              <ListItemText primary={<bdi>{name}</bdi>} sx={{ overflowWrap: 'anywhere' }} />
            </ListItemButton>
          </Box>
        ))}
      </List>
      {found.length === 0 && (
        <Typography color="textSecondary" sx={{ px: 4, pb: 3 }}>
          {choices.length === 0 ? words.filters.noChoices : words.filters.nothingLike}
        </Typography>
      )}
    </FilterButton>
  )
}
