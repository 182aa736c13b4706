import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { Keyboard, Maximize } from '../../../ui/icons.ts'
import type { PaletteAction } from '../../../ui/palette-actions.ts'
import { toggleFullScreen } from './use-full-screen.ts'
import { words } from './words.ts'

/** What the palette offers beside a slide. */
export function offeredActions(showKeys: () => void): readonly PaletteAction[] {
  return [
    {
      key: 'viewer-keys',
      label: words.more.shortcuts,
      icon: Keyboard,
      shortcut: viewerKeys.shortcuts.shown,
      run: showKeys,
    },
    {
      key: 'viewer-full-screen',
      label: viewerKeys.fullScreen.words,
      icon: Maximize,
      shortcut: viewerKeys.fullScreen.shown,
      run: toggleFullScreen,
    },
  ]
}
