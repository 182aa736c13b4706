import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from './document-title.ts'

interface PageProps {
  title: string
  /** What stands in the heading where it is more than the plain title. */
  heading?: ReactNode
  /** One line of context under the title. */
  context?: ReactNode
  /** The one primary action of the page, at the right. */
  action?: ReactNode
  /** As wide as the window, as for a gallery. */
  wide?: boolean
  children: ReactNode
}

/** A page: title, one line of context, the primary action; what is to be read is at most 1440 wide. */
export function Page({ title, heading, context, action, wide = false, children }: PageProps) {
  useDocumentTitle(title)
  const headingRef = useFocusAfterNavigation()
  return (
    <Box sx={{ maxWidth: wide ? 'none' : 1440, mx: 'auto', px: { xs: 4, sm: 6 }, py: { xs: 5, sm: 6 } }}>
      <Stack
        component="header"
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 4, mb: 5, alignItems: { xs: 'stretch', sm: 'flex-start' } }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1" ref={headingRef} tabIndex={-1} sx={threeLines}>
            {heading ?? title}
          </Typography>
          {context && (
            <Typography component="div" color="textSecondary" sx={{ mt: 1 }}>
              {context}
            </Typography>
          )}
        </Box>
        {action && <Box sx={{ flexShrink: 0 }}>{action}</Box>}
      </Stack>
      {children}
    </Box>
  )
}

/** A name as long as names may be would fill a phone; the breadcrumb and the tab of the browser have all of it. */
const threeLines = {
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const

/** The layout moves the focus to <main> on navigation; once the page is there, its heading takes it over. */
function useFocusAfterNavigation() {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}
