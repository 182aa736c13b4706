import { type MouseEvent, useId, useState } from 'react'

/** The state of a menu and what its button and list need of it. */
export function useMenu() {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchor !== null
  const close = () => setAnchor(null)
  return {
    close,
    button: {
      'aria-haspopup': 'menu' as const,
      'aria-expanded': open,
      ...(open && { 'aria-controls': id }),
      onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
    },
    menu: { id, open, anchorEl: anchor, onClose: close },
  }
}
