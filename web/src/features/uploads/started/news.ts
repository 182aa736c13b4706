import type { UploadTotals } from '../../../engine/uploads/upload.ts'
import { startedOf } from '../../../engine/uploads/upload-totals.ts'
import { words } from '../words.ts'

/** What of all the figures is worth saying aloud when it changes. */
export interface Standing {
  /** All that have been started and not given up. */
  count: number
  completed: number
  failed: number
  busy: boolean
  disconnected: boolean
}

export function standingOf({ counts, busy, disconnected }: UploadTotals): Standing {
  return { count: startedOf(counts), completed: counts.completed, failed: counts.failed, busy, disconnected }
}

/** In sentences, for screen readers; '' where nothing has happened that matters. */
export function newsBetween(before: Standing, now: Standing): string {
  const news: string[] = []
  if (now.disconnected && !before.disconnected) news.push(words.news.lost)
  if (!now.disconnected && before.disconnected && now.busy) news.push(words.news.back)
  if (now.busy && !before.busy) {
    news.push(words.news.started(now.count - now.completed - now.failed))
  }
  if (now.completed > before.completed) news.push(words.news.uploaded(now.completed, now.count))
  if (now.failed > before.failed) news.push(words.news.failed(now.failed))
  if (before.busy && !now.busy) news.push(words.news.ended)
  return news.join(' ')
}
