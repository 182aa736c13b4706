import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { ArrowUpDown } from '../frame/icons.ts'
import { VisuallyHidden } from '../frame/visually-hidden.tsx'

interface SortMenuProps<Ordering extends string> {
  label: string
  /** What each is called. */
  orderings: Record<Ordering, string>
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
}

/** The order of a list without headers that could be clicked. */
export function SortMenu<Ordering extends string>(props: SortMenuProps<Ordering>) {
  const { label, orderings, ordering, onOrder } = props
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchor !== null
  return (
    <>
      <Button
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        startIcon={<ArrowUpDown size={16} aria-hidden />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <VisuallyHidden>{label}: </VisuallyHidden>
        {orderings[ordering]}
      </Button>
      <Menu id={id} open={open} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {(Object.keys(orderings) as Ordering[]).map((each) => (
          <MenuItem
            key={each}
            role="menuitemradio"
            aria-checked={each === ordering}
            selected={each === ordering}
            onClick={() => {
              setAnchor(null)
              onOrder(each)
            }}
          >
            {orderings[each]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
