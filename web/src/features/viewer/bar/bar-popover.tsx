import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { BarButton } from './bar-button.tsx'

interface BarPopoverProps extends Omit<ComponentProps<typeof BarButton>, 'opens' | 'onClick' | 'beside'> {
  title: string
  width: number
  /** To the right of the button rather than below it: for those that stand in a column. */
  beside?: boolean
  /** Or what makes them, for what is done when one of them is chosen. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A small button over the image that opens a few settings. */
export function BarPopover({ title, width, beside = false, children, ...button }: BarPopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const headingId = useId()
  const close = () => setAnchor(null)
  return (
    <>
      <BarButton
        {...button}
        beside={beside}
        opens="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        {...(beside ? toTheRight : below)}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': headingId, sx: { p: 4, width } } }}
      >
        <Typography variant="h3" id={headingId} sx={{ mb: 3 }}>
          {title}
        </Typography>
        {typeof children === 'function' ? children(close) : children}
      </Popover>
    </>
  )
}

const toTheRight = {
  anchorOrigin: { vertical: 'center', horizontal: 'right' },
  transformOrigin: { vertical: 'center', horizontal: 'left' },
} as const

const below = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'center' },
  transformOrigin: { vertical: -4, horizontal: 'center' },
} as const
