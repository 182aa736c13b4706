import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { keepSlideOrder } from '../../ui/slide/slide-order.ts'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { noteBatch } from './batch/batch-news.ts'
import { BatchRunContext, type BatchRunProps } from './batch/batch-run-context.ts'
import { BatchStrips } from './batch/batch-strip.tsx'
import { SelectionBar } from './batch/selection-bar.tsx'
import { useStains, useTissues } from './choices/queries.ts'
import { SlideDrawer } from './details/slide-drawer.tsx'
import { FilterChips } from './list/filter-chips.tsx'
import { ListComing } from './list/list-states.tsx'
import { NoSlides } from './list/no-slides.tsx'
import { allSlides, listingOf, type Scope } from './list/place.ts'
import { SlideList } from './list/slide-list.tsx'
import { Toolbar } from './list/toolbar.tsx'
import { useListing } from './list/use-listing.ts'
import { useSlidePlace } from './list/use-place.ts'
import { useSelection } from './list/use-selection.ts'
import { useUploaders } from './list/use-uploaders.ts'
import { words } from './words.ts'

interface SlideBrowserProps {
  /** Whose slides: those of a project, those in none, or all. */
  scope: Scope
  isArchived?: boolean
  /** The one next step where there are no slides yet. */
  upload?: ReactNode
  /** Has the files of these downloaded. */
  onDownload: (slides: readonly Slide[]) => void
  /** Asks what is to be run on many slides. */
  runDialog: ComponentType<BatchRunProps>
}

/** The slides of a project as gallery or table: found, selected, changed. */
export function SlideBrowser({ runDialog, ...rest }: SlideBrowserProps) {
  return (
    <BatchRunContext value={runDialog}>
      <Browser {...rest} />
    </BatchRunContext>
  )
}

function Browser({ scope, isArchived = false, upload, onDownload }: Omit<SlideBrowserProps, 'runDialog'>) {
  const { place, change, isKnown } = useSlidePlace()
  const wanted = useMemo(() => listingOf(place, scope), [place, scope])
  const { shown, isBehind, count, error, retry } = useListing(wanted)
  const selection = useSelection(shown, count ?? 0)
  const choices = { tissues: useTissues(), stains: useStains(), people: useUploaders(scope) }
  const details = useDetails()
  const { ordering } = shown
  useEffect(() => {
    if (scope !== allSlides) keepSlideOrder(scope, ordering)
  }, [scope, ordering])
  const readOnly = isArchived ? words.actions.archived : undefined
  const news = scope ?? 'unsorted'
  const showsDeleted = shown.filter.state === 'deleted'
  // That there were none before says nothing of those that are asked for.
  const isComing = count === undefined || !isKnown || (isBehind && count === 0)

  return (
    <Box
      component="section"
      aria-label={words.list.label}
      // As high as the window, so that the bar is at its lower edge also where there are few slides.
      sx={{ minHeight: 'calc(100dvh - 280px)', display: 'flex', flexDirection: 'column' }}
    >
      <BatchStrips place={news} />
      <Toolbar place={place} change={change} choices={choices} />
      <FilterChips place={place} change={change} choices={choices} />
      {error ? (
        <ErrorState title={words.list.failedTitle} message={error.message} onRetry={retry} />
      ) : (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mb: 2, minHeight: 18 }}>
          {count !== undefined && (showsDeleted ? words.list.deletedFound(count) : words.list.found(count))}
        </Typography>
      )}
      {!error && isComing && <ListComing view={place.view} />}
      {!error && count !== undefined && !isComing && (
        <>
          {count === 0 ? (
            <NoSlides place={place} change={change} scope={scope} isArchived={isArchived} upload={upload} />
          ) : (
            <SlideList
              listing={shown}
              scope={scope}
              count={count}
              place={place}
              onSort={(sort) => change({ sort })}
              selection={selection}
              onDetails={({ id }) => details.open(id)}
              isBehind={isBehind}
            />
          )}
          <Box sx={{ flex: 1 }} />
          <SelectionBar
            selection={selection}
            listing={shown}
            total={count}
            showsDeleted={showsDeleted}
            readOnly={readOnly}
            onStarted={({ id }) => noteBatch(news, id)}
            onDownload={onDownload}
          />
        </>
      )}
      {details.id && (
        <SlideDrawer id={details.id} readOnly={readOnly} onDownload={onDownload} onClose={details.close} />
      )}
    </Box>
  )
}

/** The slide whose details are open, as the address has it: the way back closes them. */
function useDetails() {
  const [parameters, setParameters] = useSearchParams()
  const set = (id: string | null) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === null) next.delete('slide')
        else next.set('slide', id)
        return next
      },
      { preventScrollReset: true },
    )
  return { id: parameters.get('slide'), open: (id: string) => set(id), close: () => set(null) }
}
