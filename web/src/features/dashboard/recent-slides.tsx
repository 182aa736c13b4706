import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { Section } from '../../ui/frame/section.tsx'
import { SlideThumbnail } from '../../ui/slide/slide-thumbnail.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { shownSlides, useNewestSlides, useRecentSlides } from './queries.ts'
import { words } from './words.ts'

const { continue: own } = words

interface RecentSlidesProps {
  /** Undefined: not known. */
  hasSlides: boolean | undefined
}

/** The slides that someone viewed last; for who has viewed none, the newest. Nothing where there are none. */
export function RecentSlides({ hasSlides }: RecentSlidesProps) {
  const recent = useRecentSlides()
  const isNew = recent.data?.results.length === 0
  const newest = useNewestSlides(isNew && hasSlides !== false)
  if (isNew && (hasSlides === false || newest.data?.results.length === 0)) return null
  const query = isNew ? newest : recent
  return (
    <Section title={isNew ? own.newest : own.title}>
      {!query.data && query.error ? (
        <ErrorState title={own.failedTitle} message={query.error.message} onRetry={query.refetch} />
      ) : (
        <Cards loading={!query.data}>
          {isNew
            ? newest.data?.results.map((slide) => (
                <SlideCard key={slide.id} slide={slide} what={own.arrived} time={slide.created_at} />
              ))
            : recent.data?.results.map(({ slide, viewed_at }) => (
                <SlideCard key={slide.id} slide={slide} what={own.viewed} time={viewed_at} />
              ))}
        </Cards>
      )}
    </Section>
  )
}

/** One line of them: those that have no room in it are reached by scrolling sideways. */
function Cards({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <Box
      component={loading ? 'div' : 'ul'}
      {...(loading && { role: 'status', 'aria-label': own.loading })}
      sx={{
        // Room for the ring around what has the focus.
        m: -1,
        p: 1,
        listStyle: 'none',
        display: 'grid',
        gap: 4,
        gridTemplateColumns: `repeat(${shownSlides}, minmax(172px, 1fr))`,
        overflowX: loading ? 'hidden' : 'auto',
      }}
    >
      {loading ? <Waiting /> : children}
    </Box>
  )
}

const pictureHeight = 128

function SlideCard({ slide, what, time }: { slide: Slide; what: string; time: string }) {
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Link
        component={RouterLink}
        to={`/slide/${slide.id}`}
        color="textPrimary"
        underline="none"
        sx={{ display: 'block', borderRadius: 1, '&:hover .name': { textDecoration: 'underline' } }}
      >
        <SlideThumbnail
          imageId={slide.image_id}
          alt=""
          width="100%"
          height={pictureHeight}
          isVirtual={slide.virtual_image_ids.includes(slide.image_id)}
        />
        <Typography noWrap className="name" title={slide.name} sx={{ mt: 2, fontWeight: 600 }}>
          <bdi>{slide.name}</bdi>
        </Typography>
      </Link>
      <Typography variant="body2" color="textSecondary" noWrap title={slide.project?.name ?? own.unsorted}>
        <bdi>{slide.project?.name ?? own.unsorted}</bdi>
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap>
        {what} <RelativeTime time={time} />
      </Typography>
    </Box>
  )
}

function Waiting() {
  return Array.from({ length: shownSlides }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
    <Box key={index}>
      <Skeleton variant="rounded" height={pictureHeight} />
      <Skeleton width="80%" sx={{ mt: 2 }} />
      <Skeleton width="60%" height={18} />
      <Skeleton width="40%" height={18} />
    </Box>
  ))
}
