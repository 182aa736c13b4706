import { flushCompileCache } from 'node:module'
import { SlideError } from '@cresyl/slides'
import { endWithParent } from '../processes/child-guard.ts'
import type { DecodeAnswer, DecodeOrder, RenderOrder, SentFailure } from './decode-messages.ts'
import type { ImageLocation } from './image-location.ts'
import { createOpenSlides, type OpenSlides } from './open-slides.ts'
import type { OpeningCost, Rendered } from './operation.ts'
import type { RenderOperation } from './render-operation.ts'
import { useFresh } from './use-fresh.ts'

const MB = 1024 * 1024
const tooSlow = new Error('It took too long')

/** Makes this process a child of the pool: it takes orders until its parent has enough or is gone. */
export function serveDecoding(render: RenderOperation): void {
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
      const result = await obeyOrder(slides, render, order, controller.signal)
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

async function obeyOrder(
  slides: OpenSlides,
  render: RenderOperation,
  { location, operation }: RenderOrder,
  signal: AbortSignal,
): Promise<Rendered> {
  if (operation.kind === 'open') return measureOpening(slides, location, signal)
  return useFresh(slides, location, ({ image }) => render(image, operation, signal), signal)
}

/** What it costs to open, for whoever would like to open it too but can't afford to be held up. */
async function measureOpening(
  slides: OpenSlides,
  location: ImageLocation,
  signal: AbortSignal,
): Promise<Rendered> {
  slides.drop(location.imageId)
  const before = process.cpuUsage()
  await slides.use(location, async () => {}, signal)
  const { user, system } = process.cpuUsage(before)
  const cost: OpeningCost = { milliseconds: (user + system) / 1000 }
  return { mime: 'application/json', bytes: Buffer.from(JSON.stringify(cost)) }
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
