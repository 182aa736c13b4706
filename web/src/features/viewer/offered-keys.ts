import type { LucideIcon } from 'lucide-react'
import {
  type KeyAction,
  type KeyGroup,
  keyActions,
  keyGroups,
  type ViewerKey,
  viewerKeys,
} from '../../engine/viewer/input/keys.ts'
import {
  Columns2,
  Keyboard,
  Layers,
  Pentagon,
  RotateCw,
  Ruler,
  Scan,
  SlidersHorizontal,
} from '../../ui/frame/icons.ts'
import type { PaletteAction } from '../../ui/frame/palette-actions.ts'

const icons: Record<KeyGroup, LucideIcon> = {
  move: Scan,
  turn: RotateCw,
  views: Columns2,
  image: SlidersHorizontal,
  stack: Layers,
  tools: Ruler,
  annotations: Pentagon,
  page: Keyboard,
}

/** What keys do, for the palette: each that is a deed of its own, not one of many alike. */
export function offeredKeys(perform: (action: KeyAction) => unknown): readonly PaletteAction[] {
  return keyActions.flatMap((action) => {
    const { words, group, shown, strokes, line }: ViewerKey = viewerKeys[action]
    if (strokes.length === 0 || line !== undefined) return []
    return [
      {
        key: `viewer-${action}`,
        label: words,
        icon: icons[group],
        keywords: keyGroups[group],
        shortcut: shown,
        isSearched: true,
        run: () => void perform(action),
      },
    ]
  })
}
