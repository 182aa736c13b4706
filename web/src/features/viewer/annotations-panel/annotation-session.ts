import {
  type AnnotationDocument,
  createDocument,
} from '../../../engine/annotations/document/create-document.ts'
import { addAnnotationLayer } from '../../../engine/annotations/drawing/annotation-layer.ts'
import {
  type AnnotationSource,
  createAnnotationSource,
} from '../../../engine/annotations/drawing/annotation-source.ts'
import type { Outbox } from '../../../engine/annotations/sync/create-outbox.ts'
import {
  type AnnotationTools,
  createAnnotationTools,
  type SuspendedDrawing,
} from '../../../engine/annotations/tools/create-annotation-tools.ts'
import type { AnnotationToolsOptions } from '../../../engine/annotations/tools/tools-host.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { Api } from '../../../lib/api/api.ts'
import { hideToast, type Severity, showToast } from '../../../ui/toast/toast-store.ts'
import { fetchPart, undoCreationOf } from './queries.ts'

/** The annotations over one view: panes that show the same image share what is known of it. */
export interface AnnotationSession {
  readonly document: AnnotationDocument
  readonly source: AnnotationSource
  readonly tools: AnnotationTools
  /** Comments that were typed and not sent yet, by annotation. */
  readonly comments: Map<string, string>
  /** Says what was undone or redone, in place of what was said of the one before. */
  tell(message: string, severity: Severity): void
  /** Ends it where another one is about to go on: with what is being drawn, the shapes and what can be undone. */
  suspend(): SuspendedDrawing
  destroy(): void
}

interface Shared {
  readonly document: AnnotationDocument
  readonly source: AnnotationSource
  readonly comments: Map<string, string>
  users: number
}

interface SessionTools {
  readonly api: Api
  readonly outbox: Outbox
  readonly author: { readonly id: string; readonly name: string }
}

/** Makes sessions for views of this page. */
export function createSessions({ api, outbox, author }: SessionTools) {
  const shared = new Map<string, Shared>()
  let told: number | null = null

  function open({ image }: SlideView, slideName: () => string | undefined): Shared {
    const there = shared.get(image.id)
    if (there) return there
    const undoCreation = undoCreationOf(api, image.id)
    const document = createDocument({ imageId: image.id, slideName, outbox, author, undoCreation })
    const source = createAnnotationSource({ document, size: image.pyramid, fetch: fetchPart(api, image.id) })
    const made = { document, source, comments: new Map<string, string>(), users: 0 }
    shared.set(image.id, made)
    return made
  }

  return {
    open(
      view: SlideView,
      slideName: () => string | undefined,
      options: AnnotationToolsOptions,
      suspended?: SuspendedDrawing,
    ): AnnotationSession {
      const common = open(view, slideName)
      common.users += 1
      const tools = createAnnotationTools(view, common.document, options, suspended)
      const release = common.document.hold(() => tools.state().selected)
      const removeLayer = addAnnotationLayer(tools, common.source)
      const leave = () => {
        removeLayer()
        release()
        tools.destroy()
        common.users -= 1
      }
      return {
        ...common,
        tools,
        tell(message, severity) {
          if (told !== null) hideToast(told)
          told = showToast(message, severity)
        },
        suspend() {
          const drawing = tools.suspend()
          leave()
          return drawing
        },
        destroy() {
          leave()
          if (common.users > 0) return
          common.source.destroy()
          common.document.destroy()
          shared.delete(view.image.id)
        },
      }
    },
    /** All images that are open. */
    documents: () => [...shared.values()],
  }
}
