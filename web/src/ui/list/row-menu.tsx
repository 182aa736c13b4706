import { isolate } from '@cresyl/contract/api/isolate'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { type ReactNode, useId, useState } from 'react'
import { EllipsisVertical } from '../frame/icons.ts'
import { GatedMenuItem } from '../state/gated.tsx'

export interface RowAction {
  label: string
  icon: ReactNode
  run: () => void
  /** Why it can't be done now. */
  reason?: string | undefined
  danger?: boolean
}

interface RowMenuProps {
  /** What the row is about. */
  of: string
  actions: readonly RowAction[]
}

/** What can be done with one row of a list. */
export function RowMenu({ of, actions }: RowMenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchor !== null
  return (
    <>
      <IconButton
        aria-label={actionsFor(of)}
        title="More actions"
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} aria-hidden />
      </IconButton>
      {open && (
        <Menu
          id={id}
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          // What is off says why: the keyboard must get there too.
          slotProps={{ list: { disabledItemsFocusable: true } }}
        >
          {actions.map((action) => (
            <GatedMenuItem
              key={action.label}
              icon={action.icon}
              label={action.label}
              reason={action.reason}
              danger={action.danger ?? false}
              onClick={() => {
                setAnchor(null)
                action.run()
              }}
            />
          ))}
        </Menu>
      )}
    </>
  )
}

export function actionsFor(name: string): string {
  return `Actions for ${isolate(name)}`
}
