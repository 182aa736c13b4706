import { listLimits } from '@cresyl/contract/api/limits'
import { listSlides, readSlide, type Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import SlideIn from '@mui/material/Slide'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useApi, useSession } from '../../../lib/session/session-context.tsx'
import { X } from '../../../ui/frame/icons.ts'
import { type PaletteAction, useOfferedActions } from '../../../ui/frame/palette-actions.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { batchActions, checkAction } from '../batch-actions.ts'
import type { Listing } from '../list/place.ts'
import { givenSelection } from '../list/selection.ts'
import type { UsedSelection } from '../list/use-selection.ts'
import { words } from '../words.ts'
import type { BatchAction, Begun, Chosen } from './batch-action.ts'

interface SelectionBarProps {
  selection: UsedSelection
  listing: Listing
  /** How many the list has. */
  total: number
  showsDeleted: boolean
  /** Why nothing can be changed here; undefined where it can. */
  readOnly: string | undefined
  onStarted: (begun: Begun) => void
  onDownload: (slides: readonly Slide[]) => void
}

/** Slides up from below while something is selected, with what can be done with it. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, listing, total, showsDeleted, readOnly, onStarted, onDownload } = props
  const [opened, setOpened] = useState<BatchAction | null>(null)
  const chosen = useChosen(selection, listing)
  const session = useSession()
  const { count, isCollecting } = selection
  const offered = batchActions.filter((action) => action.of === (showsDeleted ? 'deleted' : 'active'))

  function reasonOf({ permission, deed, changes, most }: BatchAction): string | undefined {
    if (!session.can(permission)) return permissionReason(permission, deed)
    if (changes && readOnly !== undefined) return readOnly
    if (isCollecting) return words.selection.collecting
    return count > most.count ? most.reason : undefined
  }

  useOfferedActions(
    useCheckAction(reasonOf(checkAction) === undefined && count > 0 && !showsDeleted, setOpened),
  )

  const Dialog = opened?.dialog
  return (
    <>
      <VisuallyHidden role="status">{words.selection.said(count)}</VisuallyHidden>
      {/* Sticks to the lower edge of the window, as wide as the list. */}
      <Box sx={{ position: 'sticky', zIndex: 'appBar', bottom: 0, height: 0 }}>
        <SlideIn in={count > 0} direction="up" unmountOnExit appear={false}>
          <Box
            role="region"
            aria-label={words.selection.bar}
            onKeyDown={(event) => event.key === 'Escape' && selection.clear()}
            sx={{
              position: 'absolute',
              bottom: { xs: 0, sm: 16 },
              insetInline: { xs: -16, sm: 0 },
              mx: 'auto',
              width: { sm: 'fit-content' },
              maxWidth: { sm: '100%' },
              px: 3,
              py: 2,
              border: 1,
              borderColor: 'divider',
              borderRadius: { xs: 0, sm: 1 },
              bgcolor: 'tokens.raised',
              boxShadow: '0 8px 24px rgb(20 17 24 / 0.24)',
            }}
          >
            <Stack
              direction="row"
              sx={{
                gap: 1,
                alignItems: 'center',
                flexWrap: { sm: 'wrap' },
                overflowX: { xs: 'auto', sm: 'visible' },
                '& .MuiButton-root': { px: 2, flexShrink: 0 },
              }}
            >
              <Tooltip title={words.selection.clearHint}>
                <IconButton aria-label={words.selection.clear} onClick={selection.clear}>
                  <X size={18} aria-hidden />
                </IconButton>
              </Tooltip>
              <Typography noWrap sx={{ fontWeight: 600, flexShrink: 0, minWidth: 80 }}>
                {isCollecting ? words.selection.collecting : words.selection.count(count)}
              </Typography>
              {count < total && <Button onClick={selection.all}>{words.selection.all(total)}</Button>}
              <Box sx={{ width: '1px', alignSelf: 'stretch', mx: 1, flexShrink: 0, bgcolor: 'divider' }} />
              {offered.map((action) => (
                <GatedButton
                  key={action.id}
                  color={action.danger ? 'error' : 'primary'}
                  startIcon={<action.icon size={16} aria-hidden />}
                  reason={reasonOf(action)}
                  onClick={() => setOpened(action)}
                >
                  {action.label}
                </GatedButton>
              ))}
            </Stack>
          </Box>
        </SlideIn>
      </Box>
      {Dialog && (
        <Dialog
          chosen={chosen}
          onClose={() => setOpened(null)}
          onDownload={onDownload}
          onStarted={(begun) => {
            setOpened(null)
            selection.clear()
            onStarted(begun)
          }}
        />
      )}
    </>
  )
}

const none: readonly PaletteAction[] = []

/** What the palette offers while slides are selected. */
function useCheckAction(isOffered: boolean, open: (action: BatchAction) => void): readonly PaletteAction[] {
  return useMemo(() => {
    const { icon } = checkAction
    const run = () => open(checkAction)
    return isOffered ? [{ key: 'check-selected', label: words.actions.checkSelected, icon, run }] : none
  }, [isOffered, open])
}

/** What is selected, as what is done with it needs it. */
function useChosen({ selection, count, known }: UsedSelection, { filter }: Listing): Chosen {
  const { call } = useApi()
  return {
    selection: givenSelection(selection, filter),
    count,
    async fetchFirst(most, ordering) {
      if (selection.kind === 'all') {
        // Some of the first may be those that were left out.
        const limit = Math.min(most + selection.except.size, listLimits.maxRows)
        const { results } = await call(listSlides, { query: { ...filter, ordering, limit } })
        return results.filter(({ id }) => !selection.except.has(id)).slice(0, most)
      }
      const slides = await Promise.all(
        [...selection.ids].map((id) => known(id) ?? call(readSlide, { params: { id } })),
      )
      return slides.toSorted(inOrder[ordering]).slice(0, most)
    },
  }
}

const byName = new Intl.Collator('en', { numeric: true })
const inOrder = {
  name: (a: Slide, b: Slide) => byName.compare(a.name, b.name),
  created_at: (a: Slide, b: Slide) => a.created_at.localeCompare(b.created_at),
}
