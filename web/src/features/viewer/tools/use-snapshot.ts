import { takeSnapshot } from '../../../engine/viewer/tools/snapshot.ts'
import { saveFile } from '../../../ui/form/save-file.ts'
import { currentLocale } from '../../../ui/text/locale.ts'
import { virtualWords } from '../../../ui/text/virtual-words.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useSlide } from '../slide/use-slide.ts'
import { imagesSeen, stackCaption } from '../stack-panel/stack-caption.ts'
import { useStackDesk } from '../stack-panel/stack-desk.tsx'
import { useWorkspaceState } from '../viewer-context.tsx'
import { captionOf, snapshotFileName } from './snapshot-caption.ts'
import { useActiveTools } from './use-tools.ts'
import { words } from './words.ts'

/** 1: as fine as the screen; 2: twice that. */
export type Fineness = 1 | 2

export interface Snapshot {
  download(fineness: Fineness): Promise<void>
  copy(): Promise<void>
}

/** What is seen in the pane in use, as a picture. */
export function useSnapshot(): Snapshot {
  const tools = useActiveTools()
  const content = useWorkspaceState((workspace) => workspace.contents()[workspace.active()] ?? null)
  const { data: slide } = useSlide(content?.slideId)
  const { stack, nameOf } = useStackDesk()

  /** As it is when the picture is taken: what a pane compares changes without anything here being drawn anew. */
  function nameNow(): string {
    const seen = stack ? imagesSeen(stack) : [content?.imageId]
    const isVirtual = slide?.virtual_image_ids.some((id) => seen.includes(id)) === true
    return `${slide?.name ?? ''}${isVirtual ? ` (${virtualWords.label.toLowerCase()})` : ''}`
  }

  async function take(fineness: Fineness): Promise<Blob | null> {
    if (tools === null) return null
    const { view } = tools
    const state = tools.state()
    const locale = currentLocale()
    const ratio = window.devicePixelRatio * fineness
    const gridSpacing = state.grid.shown ? tools.gridSpacing() : null
    const [title = '', ...details] = captionOf({
      view,
      name: nameNow(),
      now: new Date(),
      ratio,
      gridSpacing,
      locale,
    })
    const seen = stack?.view === view ? stackCaption(stack, nameOf) : null
    const caption = seen === null ? [title, ...details] : [title, seen, ...details]
    return takeSnapshot(view, { tools: state, caption, ratio, locale })
  }

  const say = (error: unknown) => showToast(error instanceof Error ? error.message : String(error), 'error')

  return {
    async download(fineness) {
      try {
        const picture = await take(fineness)
        if (picture) saveFile(picture, snapshotFileName(nameNow(), new Date()))
      } catch (error) {
        say(error)
      }
    },
    async copy() {
      try {
        // Handed over as a promise: Safari allows copying only right after the click.
        const picture = take(1).then((taken) => taken ?? new Blob())
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
        showToast(words.snapshot.copied)
      } catch {
        showToast(words.snapshot.notCopied, 'error')
      }
    },
  }
}
