import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { type KeyAction, viewerKeys } from '../../../engine/viewer/input/keys.ts'
import {
  ArrowLeft,
  ArrowRight,
  Ellipsis,
  ExternalLink,
  EyeOff,
  Keyboard,
  Link2,
  Maximize,
  Monitor,
  RotateCcw,
  RotateCw,
  Scan,
  ZoomIn,
  ZoomOut,
} from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { words } from './words.ts'

export interface MoreActions {
  /** Does what the key does. */
  act: (action: KeyAction) => void
  popOut: () => void
  copyLink: () => void
}

const ofView = [
  { action: 'fit', label: words.objective.fitHint, icon: Scan },
  { action: 'zoomIn', label: words.objective.zoomIn, icon: ZoomIn },
  { action: 'zoomOut', label: words.objective.zoomOut, icon: ZoomOut },
  { action: 'turnLeft', label: words.orientation.left, icon: RotateCcw },
  { action: 'turnRight', label: words.orientation.right, icon: RotateCw },
  { action: 'back', label: words.history.back, icon: ArrowLeft },
  { action: 'forward', label: words.history.forward, icon: ArrowRight },
] as const

const ofPage = [
  { action: 'fullScreen', label: words.more.fullScreen, icon: Maximize },
  { action: 'hide', label: words.more.hide, icon: EyeOff },
  { action: 'present', label: words.more.present, icon: Monitor },
  { action: 'shortcuts', label: words.more.shortcuts, icon: Keyboard },
] as const

/** Everything of the bar and more, for whoever has no room or no keyboard. */
export function MoreMenu({ act, popOut, copyLink }: MoreActions) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const after = (deed: () => void) => () => {
    setAnchor(null)
    deed()
  }
  return (
    <>
      <BarButton
        label={words.more.label}
        icon={Ellipsis}
        opens="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <Entry label={words.more.copyLink} icon={Link2} onClick={after(copyLink)} />
        <Entry label={words.more.popOut} icon={ExternalLink} onClick={after(popOut)} />
        {ofPage.map(({ action, label, icon }) => (
          <Entry
            key={action}
            label={label}
            icon={icon}
            shortcut={viewerKeys[action].shown}
            onClick={after(() => act(action))}
          />
        ))}
        <Divider />
        {ofView.map(({ action, label, icon }) => (
          <Entry
            key={action}
            label={label}
            icon={icon}
            shortcut={viewerKeys[action].shown}
            onClick={after(() => act(action))}
          />
        ))}
      </Menu>
    </>
  )
}

interface EntryProps {
  label: string
  icon: LucideIcon
  shortcut?: string
  onClick: () => void
}

function Entry({ label, icon: Icon, shortcut, onClick, ...rest }: EntryProps) {
  return (
    <MenuItem onClick={onClick} {...rest}>
      <ListItemIcon>
        <Icon size={16} aria-hidden />
      </ListItemIcon>
      <ListItemText>{label}</ListItemText>
      {shortcut !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ ml: 6 }}>
          {shortcut}
        </Typography>
      )}
    </MenuItem>
  )
}
