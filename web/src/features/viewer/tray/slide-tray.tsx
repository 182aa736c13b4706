import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { ArrowDown, ArrowUp } from '../../../ui/frame/icons.ts'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { BarButton } from '../bar/bar-button.tsx'
import { type Steps, useSteps } from './slide-steps.tsx'
import { scrollFor, visibleRows } from './tray-list.ts'
import { TrayRows } from './tray-rows.tsx'
import { TrayLoading, TrayNote } from './tray-states.tsx'
import { type Tray, useTray } from './use-tray.ts'
import { words } from './words.ts'

interface SlideTrayProps {
  /** The slide that the page is about: that of the active pane. */
  slideId: string
  /** What the panes show. */
  contents: readonly (PaneContent | null)[]
  /** In the active pane. */
  onOpen: (content: PaneContent) => void
  /** Panes count from 0; there may be fewer than the one that is named. */
  onOpenInPane: (pane: number, content: PaneContent) => void
}

/** The slides of the same project in a column. It fills its place; where it is hidden, `SlideSteps` stands in for it. */
export function SlideTray({ slideId, contents, onOpen, onOpenInPane }: SlideTrayProps) {
  const [search, setSearch] = useState('')
  const { box, scrollTop, height, follow } = useScrollBox()
  const [known, setKnown] = useState(0)
  const rows = visibleRows(scrollTop, height, known)
  const tray = useTray(slideId, search, rows)
  const { count, error } = tray
  if (count !== undefined && count !== known) setKnown(count)
  useShownPlace(tray, `${slideId} ${search}`, box)
  const steps = useSteps(tray, onOpen)

  return (
    <Stack sx={{ flex: 1, minHeight: 0 }}>
      <TrayHeader tray={tray} steps={steps} search={search} onSearch={setSearch} />
      <Box
        ref={box}
        onScroll={follow}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}
      >
        {error !== null && count === undefined ? (
          <TrayNote
            isProblem
            text={`${words.failedTitle} ${error.message}`}
            action={{ label: words.retry, run: tray.retry }}
          />
        ) : count === undefined ? (
          <TrayLoading />
        ) : count > 0 ? (
          <TrayRows
            tray={tray}
            count={count}
            slideId={slideId}
            rows={rows}
            box={box}
            contents={contents}
            onOpen={onOpen}
            onOpenInPane={onOpenInPane}
          />
        ) : search === '' ? (
          <TrayNote text={words.empty} />
        ) : (
          <TrayNote text={words.nothingFound} action={{ label: words.clear, run: () => setSearch('') }} />
        )}
      </Box>
      {error !== null && count !== undefined && (
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <TrayNote
            isProblem
            text={`${words.someFailed} ${error.message}`}
            action={{ label: words.retry, run: tray.retry }}
          />
        </Box>
      )}
    </Stack>
  )
}

/** How far the box is scrolled and how high it is. */
function useScrollBox() {
  const box = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, scrollTop, height, follow: () => setScrollTop(box.current?.scrollTop ?? 0) }
}

/** Scrolls to the open slide when another is opened; where one has scrolled to by oneself, one stays. */
function useShownPlace({ place, count }: Tray, what: string, box: RefObject<HTMLDivElement | null>): void {
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || place === undefined || count === undefined || shown.current === what) return
    const how = shown.current === null ? 'centre' : 'nearest'
    shown.current = what
    element.scrollTop = scrollFor(Math.min(place, count - 1), element.scrollTop, element.clientHeight, how)
  }, [place, count, what, box])
}

interface TrayHeaderProps {
  tray: Tray
  steps: Steps
  search: string
  onSearch: (search: string) => void
}

/** Whose slides these are, where among them one is, and how to find another. */
function TrayHeader({ tray, steps, search, onSearch }: TrayHeaderProps) {
  const whose = tray.project === null ? words.unsorted : words.inProject(tray.project.name)
  return (
    <Box sx={{ px: 2, pb: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, mb: 1, pl: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="caption" component="p" color="textSecondary" noWrap dir="auto" title={whose}>
            {whose}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary" role="status">
            {placeText(tray, search)}
          </Typography>
        </Box>
        <BarButton
          label={words.previous}
          shortcut={viewerKeys.previousSlide.shown}
          icon={ArrowUp}
          disabled={steps.previous === undefined}
          onClick={() => steps.previous?.()}
        />
        <BarButton
          label={words.next}
          shortcut={viewerKeys.nextSlide.shown}
          icon={ArrowDown}
          disabled={steps.next === undefined}
          onClick={() => steps.next?.()}
        />
      </Stack>
      <SearchField label={words.search} search={search} onSearch={onSearch} />
    </Box>
  )
}

function placeText({ count, place, isListed }: Tray, search: string): string {
  if (count === undefined) return words.loading
  if (search !== '') return words.found(count)
  return isListed && place !== undefined ? words.place(place, count) : words.count(count)
}
