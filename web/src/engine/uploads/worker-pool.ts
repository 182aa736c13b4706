import { uploadLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import type { Clock } from '../clock.ts'
import type { PartOrder, PartReport } from './part-messages.ts'
import { FinalError, PartError } from './upload-error.ts'

/** The part of a Web Worker that is used. */
export interface PartWorker {
  postMessage(order: PartOrder): void
  addEventListener(type: 'message', heard: (event: MessageEvent<PartReport>) => void): void
  addEventListener(type: 'error', heard: (event: Event) => void): void
  terminate(): void
}

export interface SendOptions {
  signal: AbortSignal
  onProgress?: (bytes: number) => void
}

export interface WorkerPool {
  /** Sends one part on a free worker and resolves with its ETag. */
  send(url: string, body: Blob, options: SendOptions): Promise<string>
  /** What is being sent is given up. */
  destroy(): void
}

interface Task {
  id: number
  onProgress: ((bytes: number) => void) | undefined
  settle: (outcome: Outcome) => void
}

type Outcome = { etag: string } | { error: unknown }

interface Post {
  worker: PartWorker
  task: Task | undefined
  /** Aborted when it is needed again. */
  rest: AbortController | undefined
}

/** Another tab may need the room: so long a worker is kept that has nothing to do. */
const idleMilliseconds = 30_000

/**
 * Workers that send parts, one each: started when they are needed, ended when they have long been idle. One that crashes
 * is replaced. What comes while all of them are busy waits.
 */
export function createWorkerPool(
  startWorker: () => PartWorker,
  clock: Clock,
  size: number = uploadLimits.pool.default,
): WorkerPool {
  const most = Math.min(size, uploadLimits.pool.max)
  const posts = new Set<Post>()
  const waiting = new Set<() => void>()
  let destroyed = false
  let lastId = 0

  const dismiss = (post: Post, outcome?: Outcome) => {
    posts.delete(post)
    post.rest?.abort()
    post.worker.terminate()
    if (outcome) post.task?.settle(outcome)
    goOn()
  }
  const goOn = () => {
    const [next] = waiting
    if (next !== undefined && hasRoom()) next()
  }
  const hasRoom = () => posts.size < most || [...posts].some(({ task }) => task === undefined)
  const finish = (post: Post, outcome: Outcome) => {
    const { task } = post
    post.task = undefined
    post.rest = new AbortController()
    clock.wait(idleMilliseconds, post.rest.signal).then(
      () => dismiss(post),
      () => undefined,
    )
    task?.settle(outcome)
    goOn()
  }
  const hear = (post: Post, report: PartReport) => {
    // What was given up may still be answered.
    if (report.id !== post.task?.id) return
    if (report.type === 'progress') post.task.onProgress?.(report.bytes)
    else if (report.type === 'sent') finish(post, { etag: report.etag })
    else finish(post, { error: new PartError(report.message, report.status) })
  }
  const start = (): Post => {
    const post: Post = { worker: startWorker(), task: undefined, rest: undefined }
    post.worker.addEventListener('message', ({ data }) => hear(post, data))
    post.worker.addEventListener('error', (event) => {
      event.preventDefault()
      dismiss(post, { error: new PartError(messages.upload.workerCrashed) })
    })
    posts.add(post)
    return post
  }
  const free = () => {
    const post = [...posts].find(({ task }) => task === undefined) ?? start()
    post.rest?.abort()
    return post
  }

  return {
    send: (url, body, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          waiting.delete(begin)
          signal.removeEventListener('abort', begin)
          if (destroyed) return reject(new FinalError(messages.upload.poolDestroyed))
          if (signal.aborted) return reject(signal.reason)
          try {
            sendBy(free())
          } catch (error) {
            reject(error)
          }
        }
        const sendBy = (post: Post) => {
          lastId += 1
          const id = lastId
          const abort = () => {
            post.worker.postMessage({ type: 'abort', id })
            finish(post, { error: signal.reason })
          }
          const settle = (outcome: Outcome) => {
            signal.removeEventListener('abort', abort)
            if ('etag' in outcome) resolve(outcome.etag)
            else reject(outcome.error)
          }
          signal.addEventListener('abort', abort)
          post.task = { id, onProgress, settle }
          post.worker.postMessage({ type: 'send', id, url, body })
        }
        if (hasRoom()) return begin()
        waiting.add(begin)
        signal.addEventListener('abort', begin)
      }),
    destroy: () => {
      destroyed = true
      for (const begin of waiting) begin()
      const error = new FinalError(messages.upload.poolDestroyed)
      for (const post of [...posts]) dismiss(post, { error })
    },
  }
}
