import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { collectTyped, type TypedAhead } from '../../features/search/typed-ahead.ts'
import { FullScreenSpinner } from '../../ui/frame/full-screen-spinner.tsx'
import { usePageActions } from '../../ui/frame/palette-actions.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { words } from '../words.ts'
import { DialogFailed } from './dialog-failed.tsx'
import { loadPalette } from './load-palette.ts'
import { useAppActions } from './use-app-actions.ts'

const Palette = lazy(async () => ({ default: await loadPalette() }))
const CreateProjectDialog = lazy(async () => ({
  default: (await import('../../features/projects/create-project-dialog.tsx')).CreateProjectDialog,
}))

interface PaletteHostProps {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** The palette lies over whichever page one is on; Ctrl+K opens and closes it. */
export function PaletteHost({ isOpen, onOpen, onClose }: PaletteHostProps) {
  const [isCreating, setCreating] = useState(false)
  const navigate = useNavigate()
  usePaletteKey(() => (isOpen ? onClose() : onOpen()), isOpen)
  return (
    <>
      {isOpen && <OpenPalette onClose={onClose} onCreateProject={() => setCreating(true)} />}
      {isCreating && (
        <ErrorBoundary
          fallback={(error) => (
            <DialogFailed
              error={error}
              label={words.search.actions.createProject}
              onClose={() => setCreating(false)}
            />
          )}
        >
          <Suspense fallback={<FullScreenSpinner label={words.loadingPage} />}>
            <CreateProjectDialog
              onClose={() => setCreating(false)}
              onCreated={(project) => {
                setCreating(false)
                navigate(`/project/${project.id}`)
              }}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

interface OpenPaletteProps {
  onClose: () => void
  onCreateProject: () => void
}

function OpenPalette({ onClose, onCreateProject }: OpenPaletteProps) {
  const ahead = useTypedAhead(onClose)
  const app = useAppActions(onCreateProject)
  const actions = [...usePageActions(), ...app]
  if (!ahead) return null
  return (
    <ErrorBoundary
      fallback={(error) => {
        ahead.stop()
        return <DialogFailed error={error} label={words.search.label} onClose={onClose} />
      }}
    >
      <Suspense fallback={<FullScreenSpinner label={words.search.loading} />}>
        <Palette ahead={ahead} actions={actions} onClose={onClose} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** From the moment on that it is asked for, keys are meant for it. */
function useTypedAhead(onClose: () => void): TypedAhead | null {
  const [ahead, setAhead] = useState<TypedAhead | null>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const collecting = collectTyped(window, () => close())
    setAhead(collecting)
    return collecting.stop
  }, [])
  return ahead
}

const otherDialogs = '[role$="dialog"][aria-modal="true"]'

function usePaletteKey(toggle: () => void, isOpen: boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 'k') return
    event.preventDefault()
    // What is typed in a form that lies over the page would be lost by going elsewhere.
    if (!event.repeat && (isOpen || document.querySelector(otherDialogs) === null)) toggle()
  })
  // With the page, not after it was drawn: somebody may be as fast.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // Before anybody on the page, such as those who collect what is typed.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
