import { messages } from '@cresyl/contract/messages'
import type { PartOrder, PartReport } from './part-messages.ts'

/** The part of a Web Worker that is used. */
export interface PartWorker {
  postMessage(order: PartOrder): void
  addEventListener(type: 'message', heard: (event: MessageEvent<PartReport>) => void): void
  addEventListener(type: 'error', heard: (event: Event) => void): void
  terminate(): void
}

/** A part that did not arrive. */
export class PartError extends Error {
  override readonly name = 'PartError'
  /** 0: no answer arrived; null: nothing was asked. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

export interface SendOptions {
  signal: AbortSignal
  onProgress?: (bytes: number) => void
}

export interface WorkerPool {
  readonly size: number
  /** How many have nothing to do. */
  free(): number
  /** Sends one part on a free worker and resolves with its ETag; whoever asks makes sure that one is free. */
  send(url: string, body: Blob, options: SendOptions): Promise<string>
  /** What is being sent is given up. */
  destroy(): void
}

interface Task {
  id: number
  options: SendOptions
  resolve(etag: string): void
  reject(error: unknown): void
}

interface Post {
  worker: PartWorker
  task: Task | undefined
}

/** Workers that send parts, started when they are needed; one that crashes is replaced. */
export function createWorkerPool(size: number, startWorker: () => PartWorker): WorkerPool {
  const posts: Post[] = []
  let destroyed = false
  let lastId = 0

  const finish = (post: Post, settle: (task: Task) => void) => {
    const { task } = post
    post.task = undefined
    if (task) settle(task)
  }
  const replace = (post: Post) => {
    post.worker.terminate()
    posts.splice(posts.indexOf(post), 1)
  }
  const crash = (post: Post) => {
    replace(post)
    finish(post, ({ reject }) => reject(new PartError(messages.upload.workerCrashed)))
  }
  const hear = (post: Post, report: PartReport) => {
    // What was given up may still be answered.
    if (report.id !== post.task?.id) return
    if (report.type === 'progress') post.task.options.onProgress?.(report.bytes)
    else if (report.type === 'sent') finish(post, ({ resolve }) => resolve(report.etag))
    else finish(post, ({ reject }) => reject(new PartError(report.message, report.status)))
  }
  const start = (): Post => {
    const post: Post = { worker: startWorker(), task: undefined }
    post.worker.addEventListener('message', ({ data }) => hear(post, data))
    post.worker.addEventListener('error', (event) => {
      event.preventDefault()
      crash(post)
    })
    posts.push(post)
    return post
  }

  return {
    size,
    free: () => size - posts.filter(({ task }) => task !== undefined).length,
    send: (url, body, options) =>
      new Promise((resolve, reject) => {
        if (destroyed) return reject(new PartError(messages.upload.poolDestroyed))
        const { signal } = options
        if (signal.aborted) return reject(signal.reason)
        const post = posts.find(({ task }) => task === undefined) ?? start()
        lastId += 1
        const id = lastId
        const abort = () => {
          post.worker.postMessage({ type: 'abort', id })
          finish(post, (task) => task.reject(signal.reason))
        }
        const over = () => signal.removeEventListener('abort', abort)
        signal.addEventListener('abort', abort)
        post.task = {
          id,
          options,
          resolve: (etag) => {
            over()
            resolve(etag)
          },
          reject: (error) => {
            over()
            reject(error)
          },
        }
        post.worker.postMessage({ type: 'send', id, url, body })
      }),
    destroy: () => {
      destroyed = true
      for (const post of [...posts]) {
        replace(post)
        finish(post, ({ reject }) => reject(new PartError(messages.upload.poolDestroyed)))
      }
    },
  }
}
