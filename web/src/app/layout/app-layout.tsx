import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { useOrganization, useOrganizationSettings } from '../../features/organization/queries.ts'
import { useBarePageAsked } from '../../ui/frame/bare-page.ts'
import { bannerHeight, topBarHeight } from '../../ui/frame/theme.ts'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { useLocale } from '../../ui/text/locale.ts'
import { Crash } from '../crash.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { OfflineBanner } from '../offline/offline-banner.tsx'
import { useRemembered } from '../remembered.tsx'
import { words } from '../words.ts'
import { ActingBanner } from './acting-banner.tsx'
import { Banners } from './banners.tsx'
import { slideIdIn } from './breadcrumbs.ts'
import { JobsHost } from './jobs-host.tsx'
import { PaletteHost } from './palette-host.tsx'
import { ProfileHost } from './profile-host.tsx'
import { SideDrawer } from './side-drawer.tsx'
import { SupportHost } from './support-host.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of the signed-in app: drawer, top bar, and the page in <main>. */
export function AppLayout() {
  useLocale()
  const known = useOrganization()
  useOrganizationSettings(known)
  const { pathname } = useLocation()
  const { values, remember } = useRemembered()
  const drawer = slideIdIn(pathname) === undefined ? 'drawer' : 'slideDrawer'
  const narrow = useNarrow()
  const bare = useBare()
  const [opened, setOpened] = useState(false)
  const [searching, setSearching] = useState(false)
  const mainRef = useFocusOnNavigation(pathname, () => setOpened(false))
  return (
    <>
      <SkipLink />
      <Banners>
        <ActingBanner organizationName={known.organization.display_name} />
        <OfflineBanner />
      </Banners>
      <Box sx={{ display: 'flex', minHeight: `calc(100dvh - ${bannerHeight})` }}>
        {!bare && (
          <SideDrawer
            shape={narrow ? 'temporary' : values[drawer]}
            onShape={(shape) => remember(drawer, shape)}
            opened={opened}
            onClose={() => setOpened(false)}
            known={known}
          />
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          {!bare && (
            <TopBar
              known={known}
              onSearch={() => setSearching(true)}
              {...(narrow && { onMenu: () => setOpened(true) })}
            />
          )}
          <Box
            component="main"
            id="content"
            ref={mainRef}
            tabIndex={-1}
            sx={{
              position: 'relative',
              flex: 1,
              minWidth: 0,
              // Its beginning is not scrolled under the bar.
              scrollMarginTop: `calc(${topBarHeight}px + ${bannerHeight})`,
            }}
          >
            <ErrorBoundary
              resetKey={pathname}
              fallback={(error, retry) => <Crash error={error} retry={retry} />}
            >
              <Outlet />
            </ErrorBoundary>
          </Box>
        </Box>
        <ScrollRestoration getKey={scrollKey} />
        <ProfileHost />
        <JobsHost />
        <SupportHost />
        <PaletteHost
          isOpen={searching}
          onOpen={() => setSearching(true)}
          onClose={() => setSearching(false)}
        />
      </Box>
    </>
  )
}

/**
 * The first page of every visit has the same key: without one of its own it would be scrolled to where another was left,
 * and only once all of it is there, when somebody may have begun to read.
 */
function scrollKey({ key }: Location): string {
  return key === 'default' ? `${performance.timeOrigin}` : key
}

/**
 * Keyboard and screen reader go on reading at the new page, not at the link that led there. Who goes back finds the link
 * to where they were.
 */
function useFocusOnNavigation(pathname: string, onNavigation: () => void) {
  const ref = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const waiting = useRef<AbortController>(null)
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const before = shown.current
    if (before === pathname) return
    shown.current = pathname
    onNavigation()
    // A page seen before is there at once; one that is still loading takes the focus over when it arrives.
    const heading = ref.current?.querySelector('h1')
    const target = heading ?? ref.current
    target?.focus({ preventScroll: true })
    waiting.current?.abort()
    waiting.current = new AbortController()
    if (isBack && ref.current) focusLinkTo(before, ref.current, waiting.current)
  }, [pathname, onNavigation, isBack])
  return ref
}

/** As soon as the page has it, unless somebody has gone on by themselves. */
function focusLinkTo(pathname: string, main: HTMLElement, waiting: AbortController): void {
  const look = () => {
    const link = main.querySelector<HTMLElement>(`a[href="${CSS.escape(pathname)}"]`)
    if (!link) return
    waiting.abort()
    // In a grid its item has the focus.
    const item = link.closest<HTMLElement>('[data-index]') ?? link
    item.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const stop = () => waiting.abort()
  waiting.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, stop, { signal: waiting.signal, capture: true })
  observer.observe(main, { childList: true, subtree: true })
  look()
}

function SkipLink() {
  return (
    <Link
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        top: 8,
        left: 8,
        px: 3,
        py: 2,
        borderRadius: 1,
        bgcolor: 'tokens.raised',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      {words.skipToContent}
    </Link>
  )
}

/** Whether the page stands alone, without the app around it: by its own wish, in a window of its own, or full screen. */
function useBare(): boolean {
  const { search } = useLocation()
  const isAsked = useBarePageAsked()
  const isFullScreen = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  return isAsked || isFullScreen || new URLSearchParams(search).has('alone')
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
