import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Search } from '../../ui/frame/icons.ts'
import { words } from './words.ts'

interface SearchButtonProps {
  /** There is room for the icon only. */
  small: boolean
  /** The keys that do the same, as they are written on this machine. */
  keys: string
  onOpen: () => void
  /** Someone comes near it. */
  onNear: () => void
}

/** Looks like the box that it opens. */
export function SearchButton({ small, keys, onOpen, onNear }: SearchButtonProps) {
  const shared = {
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
    onClick: onOpen,
    onPointerEnter: onNear,
    onFocus: onNear,
  } as const
  if (small) {
    return (
      <Tooltip title={words.button} describeChild={false}>
        <IconButton {...shared}>
          <Search size={20} aria-hidden />
        </IconButton>
      </Tooltip>
    )
  }
  return (
    <Button
      {...shared}
      variant="outlined"
      color="secondary"
      startIcon={<Search size={16} aria-hidden />}
      sx={{ width: 200, justifyContent: 'flex-start', borderColor: 'divider', fontWeight: 400 }}
    >
      {words.button}
      <Box
        component="kbd"
        sx={{
          ml: 'auto',
          px: 1,
          font: 'inherit',
          fontSize: '0.75rem',
          border: 1,
          borderColor: 'divider',
          borderRadius: 0.5,
        }}
      >
        {keys}
      </Box>
    </Button>
  )
}
