import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { Camera, Copy, Download } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { useActiveView } from '../viewer-context.tsx'
import { type Fineness, useSnapshot } from './use-snapshot.ts'
import { words } from './words.ts'

const own = words.snapshot

/** Offers what is seen as a picture; the key downloads it at once. */
export function SnapshotButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const snapshot = useSnapshot()
  const view = useActiveView()
  const size = (fineness: Fineness) => {
    const ratio = window.devicePixelRatio * fineness
    const { width, height } = view?.size() ?? { width: 0, height: 0 }
    return own.size(Math.round(width * ratio), Math.round(height * ratio))
  }
  const after = (deed: () => Promise<void>) => () => {
    setAnchor(null)
    void deed()
  }
  return (
    <>
      <BarButton
        label={own.open}
        icon={Camera}
        opens="menu"
        beside
        shortcut={viewerKeys.snapshot.shown}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'center', horizontal: 'right' }}
        transformOrigin={{ vertical: 'center', horizontal: 'left' }}
      >
        <MenuItem onClick={after(() => snapshot.download(1))}>
          <ListItemIcon>
            <Download size={16} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={own.download} secondary={size(1)} />
        </MenuItem>
        <MenuItem onClick={after(() => snapshot.download(2))}>
          <ListItemIcon>
            <Download size={16} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={own.downloadFine} secondary={size(2)} />
        </MenuItem>
        <MenuItem onClick={after(() => snapshot.copy())}>
          <ListItemIcon>
            <Copy size={16} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={own.copy} secondary={size(1)} />
        </MenuItem>
      </Menu>
    </>
  )
}
