import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { ArrowDownToLine, ChevronDown, Link2, Printer } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'

const own = words.actions

interface ReportMenuProps {
  onCsv: () => void
  onPrint: () => void
  onCopy: () => void
}

/** What can be done with the whole report. */
export function ReportMenu({ onCsv, onPrint, onCopy }: ReportMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const open = anchor !== null
  // The menu must be gone before the page is printed.
  const act = (deed: () => void) => () => {
    setAnchor(null)
    requestAnimationFrame(deed)
  }
  const items = [
    { icon: ArrowDownToLine, label: own.csv, onClick: act(onCsv) },
    { icon: Printer, label: own.print, onClick: act(onPrint) },
    { icon: Link2, label: own.copy, onClick: act(onCopy) },
  ]
  return (
    <>
      <Button
        variant="contained"
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        endIcon={<ChevronDown size={16} aria-hidden />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {own.more}
      </Button>
      <Menu id={id} open={open} anchorEl={anchor} onClose={() => setAnchor(null)} transitionDuration={0}>
        {items.map(({ icon: Icon, label, onClick }) => (
          <MenuItem key={label} onClick={onClick}>
            <ListItemIcon>
              <Icon size={18} aria-hidden />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
