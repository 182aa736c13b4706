import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { Check, Monitor, Moon, Sun } from '../../ui/frame/icons.ts'
import { useThemeChoice } from '../theme-choice.ts'
import { words } from '../words.ts'
import { useMenu } from './use-menu.ts'

const themes = [
  { choice: 'light', label: words.theme.light, icon: Sun },
  { choice: 'dark', label: words.theme.dark, icon: Moon },
  { choice: 'system', label: words.theme.system, icon: Monitor },
] as const

export function ThemeSwitch() {
  const { theme: chosen } = useThemeChoice()
  const { button, menu, close } = useMenu()
  const items = useThemeItems(close)
  const Icon = themes.find((theme) => theme.choice === chosen)?.icon ?? Monitor
  return (
    <>
      <Tooltip title={words.theme.label} describeChild={false}>
        <IconButton {...button}>
          <Icon size={20} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu {...menu}>{items}</Menu>
    </>
  )
}

/** The three choices as items of any menu. */
export function useThemeItems(onChosen: () => void) {
  const { theme, choose } = useThemeChoice()
  return themes.map(({ choice, label, icon: Icon }) => (
    <MenuItem
      key={choice}
      role="menuitemradio"
      aria-checked={theme === choice}
      onClick={() => {
        choose(choice)
        onChosen()
      }}
    >
      <ListItemIcon>
        <Icon size={18} aria-hidden />
      </ListItemIcon>
      <ListItemText primary={label} sx={{ mr: 4 }} />
      <Check size={16} aria-hidden visibility={theme === choice ? 'visible' : 'hidden'} />
    </MenuItem>
  ))
}
