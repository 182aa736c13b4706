import Button, { type ButtonProps } from '@mui/material/Button'
import { LifeBuoy } from '../frame/icons.ts'
import type { HelpAbout } from './help-store.ts'
import { useHelp } from './use-help.ts'

interface HelpButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'sx'> {
  about: HelpAbout
  label?: string
}

/** Beside what went wrong: the form opens with what is known of it. */
export function HelpButton({ about, label = 'Report this', variant = 'text', ...rest }: HelpButtonProps) {
  const ask = useHelp()
  if (ask === undefined) return null
  return (
    <Button
      variant={variant}
      startIcon={<LifeBuoy size={16} aria-hidden />}
      onClick={() => ask(about)}
      {...rest}
    >
      {label}
    </Button>
  )
}
