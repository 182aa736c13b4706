import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { TileStatus as Status } from '../../../engine/viewer/tiles/tile-layer.ts'
import { Check, Loader, TriangleAlert } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { useViewState } from '../viewer-context.tsx'
import { words } from './words.ts'

export type LoadingState = 'none' | 'loading' | 'loaded' | 'failed'

/** What failed is told when nothing else is awaited any more; until something is asked for, nothing is. */
function loadingState({ wanted, loaded, failed }: Status): LoadingState {
  if (wanted === 0) return 'none'
  if (loaded + failed < wanted) return 'loading'
  return failed > 0 ? 'failed' : 'loaded'
}

const icons = { none: Loader, loading: Loader, loaded: Check, failed: TriangleAlert }

/** Says whether all of what is to be seen is there. */
export function TileStatus({ view }: { view: SlideView }) {
  const status = useViewState(view, 'status', () => view.status())
  const state = loadingState(status)
  const Icon = icons[state]
  return (
    <Box
      data-loading={state}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 16,
        whiteSpace: 'nowrap',
        color: state === 'failed' ? 'tokens.fail' : 'text.secondary',
      }}
    >
      {state !== 'none' && <Icon size={14} aria-hidden />}
      <span aria-hidden>{textOf(state, status)}</span>
      {/* Every tile that comes would be read aloud: only that it begins and ends is told. */}
      <VisuallyHidden role="status">
        {state === 'loading' ? words.status.underWay : textOf(state, status)}
      </VisuallyHidden>
      {state === 'failed' && (
        <Button
          size="small"
          onClick={() => view.retry()}
          sx={{ minHeight: 24, py: 0, px: 1.5, lineHeight: '1rem' }}
        >
          {words.status.retry}
        </Button>
      )}
    </Box>
  )
}

function textOf(state: LoadingState, { wanted, loaded, failed }: Status): string {
  if (state === 'none') return ''
  if (state === 'loading') return words.status.loading(loaded, wanted)
  return state === 'failed' ? words.status.failed(failed) : words.status.loaded
}
