import { styled } from '@mui/material/styles'
import { words } from '../words.ts'
import type { ItemProps } from './item.ts'

/** Selects one; with Shift, all from the last that was chosen up to it. */
export function SelectBox({ slide, index, selected, acts }: Omit<ItemProps, 'tabbable'>) {
  return (
    <Box
      type="checkbox"
      className="select"
      // The keyboard selects with Space from anywhere in the row.
      tabIndex={-1}
      aria-label={words.list.select(slide.name)}
      checked={selected}
      onChange={() => undefined}
      onClick={(event) => (event.shiftKey ? acts.extendTo(index) : acts.toggle(slide, index))}
    />
  )
}

// The browser's own: thousands of them come and go while one scrolls.
const Box = styled('input')(({ theme }) => ({
  width: 18,
  height: 18,
  margin: 0,
  cursor: 'pointer',
  accentColor: theme.palette.primary.main,
}))
