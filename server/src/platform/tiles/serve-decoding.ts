import { flushCompileCache } from 'node:module'
import { SlideError } from '@cresyl/slides'
import { endWithParent, stepBack } from './child-guard.ts'
import type { DecodeAnswer, DecodeOrder, RenderOrder, SentFailure } from './decode-messages.ts'
import { createOpenSlides, type OpenSlides } from './open-slides.ts'
import type { Rendered } from './operation.ts'
import type { RenderOperation } from './render-operation.ts'

const MB = 1024 * 1024
const tooSlow = new Error('It took too long')

/** Makes this process a child of the pool: it takes orders until its parent has enough or is gone. */
export function serveDecoding(render: RenderOperation): void {
  stepBack()
  endWithParent(Number(process.argv[2]))
  const slides = createOpenSlides({ maxCount: 32, maxBytes: 128 * MB })
  const running = new Map<number, AbortController>()

  const obey = async (order: RenderOrder): Promise<void> => {
    const { id } = order
    const controller = new AbortController()
    running.set(id, controller)
    // Storage that doesn't answer is not the fault of the file: only decoders that don't listen end this process.
    const patience = setTimeout(() => controller.abort(tooSlow), order.patienceMilliseconds)
    try {
      const result = await renderFresh(slides, render, order, controller.signal)
      tell({ type: 'done', id, result, memory: process.memoryUsage.rss() })
    } catch (error) {
      const failure = describe(error, controller.signal)
      tell({ type: 'failed', id, failure, memory: process.memoryUsage.rss() })
    } finally {
      clearTimeout(patience)
      running.delete(id)
    }
  }
  process.on('message', (order: DecodeOrder) => {
    if (order.type === 'abort') running.get(order.id)?.abort()
    else if (order.type === 'drop') slides.drop(order.imageId)
    else void obey(order)
  })
  process.on('disconnect', () => process.exit(0))
  tell({ type: 'ready' })
  // Those that are killed don't come to do it.
  flushCompileCache()
}

/**
 * What is open may have become unreadable, such as by an address that has expired or a file that was replaced: then
 * it is opened anew, once.
 */
async function renderFresh(
  slides: OpenSlides,
  render: RenderOperation,
  { location, operation }: RenderOrder,
  signal: AbortSignal,
): Promise<Rendered> {
  const attempt = () => slides.use(location, ({ image }) => render(image, operation, signal), signal)
  const wasOpen = slides.isOpen(location.imageId)
  try {
    return await attempt()
  } catch (error) {
    if (!(wasOpen && error instanceof SlideError && error.code === 'unreadable')) throw error
    slides.drop(location.imageId)
    return attempt()
  }
}

function tell(answer: DecodeAnswer): void {
  // A parent that is gone ends this process by itself.
  if (process.connected) process.send?.(answer)
}

function describe(error: unknown, signal: AbortSignal): SentFailure {
  if (signal.aborted) return { type: signal.reason === tooSlow ? 'slow' : 'aborted' }
  if (error instanceof SlideError) {
    const { code, structure, reason } = error
    return { type: 'slide', code, structure, reason }
  }
  return { type: 'other', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
