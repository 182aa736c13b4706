import Button, { type ButtonProps } from '@mui/material/Button'
import { Link } from 'react-router'

/** A link of the app that looks like a button. */
export function LinkButton({ to, ...rest }: Omit<ButtonProps<typeof Link>, 'component' | 'ref'>) {
  return <Button {...rest} component={Link} to={to} />
}
