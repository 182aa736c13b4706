import Box from '@mui/material/Box'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { PaneCount } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { ArrowLeft, ArrowRight, Link2, Maximize, Minimize } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useViewState } from '../viewer-context.tsx'
import { type MoreActions, MoreMenu } from './more-menu.tsx'
import { ObjectiveBar } from './objective-bar.tsx'
import { OrientationGroup } from './orientation-group.tsx'
import { PanesGroup } from './panes-group.tsx'
import { words } from './words.ts'

interface ViewBarProps extends MoreActions {
  /** Null while the pane in use is empty. */
  view: SlideView | null
  isFullScreen: boolean
  onCount: (count: PaneCount) => void
}

/** Where the bar has no room for a group, the menu has it. */
const shortOf = (width: number) => ({ [`@container viewer (max-width: ${width}px)`]: { display: 'none' } })

/** Top centre: how large, how turned, how many. */
export function ViewBar({ view, isFullScreen, onCount, ...more }: ViewBarProps) {
  const kept = useKeptWidth(view !== null)
  return (
    <Box
      ref={kept.ref}
      role="toolbar"
      aria-label={words.objective.label}
      sx={{
        ...floating,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        minWidth: kept.width,
        p: 0.75,
        maxWidth: '100%',
        '& .objectives': shortOf(600),
        '& .digital': shortOf(700),
        '& .quarter-turns': shortOf(680),
      }}
    >
      {view && (
        <>
          <ObjectiveBar view={view} />
          <Group>
            <OrientationGroup view={view} />
          </Group>
          <Group hiddenBelow={820} label={words.history.label}>
            <HistoryButtons view={view} />
          </Group>
        </>
      )}
      <Group>
        <PanesGroup onCount={onCount} />
        <Box sx={{ display: 'flex', ...shortOf(760) }}>
          <BarButton
            label={isFullScreen ? words.more.leaveFullScreen : words.more.fullScreen}
            icon={isFullScreen ? Minimize : Maximize}
            shortcut={viewerKeys.fullScreen.shown}
            onClick={() => more.act('fullScreen')}
          />
          <BarButton label={words.more.copyLink} icon={Link2} onClick={more.copyLink} />
        </Box>
        <MoreMenu {...more} />
      </Group>
    </Box>
  )
}

/** While the next slide is being opened, what doesn't depend on it stays where it was. */
function useKeptWidth(isWhole: boolean) {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    if (isWhole) setWidth(ref.current?.offsetWidth)
  })
  return { ref, width: isWhole ? undefined : width }
}

function HistoryButtons({ view }: { view: SlideView }) {
  const hasBefore = useViewState(view, 'history', () => view.canGoBack())
  const hasAfter = useViewState(view, 'history', () => view.canGoForward())
  return (
    <>
      <BarButton
        label={words.history.back}
        icon={ArrowLeft}
        shortcut={viewerKeys.back.shown}
        disabled={!hasBefore}
        onClick={() => view.back()}
      />
      <BarButton
        label={words.history.forward}
        icon={ArrowRight}
        shortcut={viewerKeys.forward.shown}
        disabled={!hasAfter}
        onClick={() => view.forward()}
      />
    </>
  )
}

function Group({
  hiddenBelow,
  label,
  children,
}: {
  hiddenBelow?: number
  label?: string
  children: ReactNode
}) {
  return (
    <Box
      {...(label !== undefined && { role: 'group', 'aria-label': label })}
      sx={{
        display: 'flex',
        '&:not(:first-of-type)': { ml: 1, pl: 1, borderLeft: 1, borderColor: 'divider' },
        ...(hiddenBelow !== undefined && shortOf(hiddenBelow)),
      }}
    >
      {children}
    </Box>
  )
}
