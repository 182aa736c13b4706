import { useEffect, useEffectEvent, useState } from 'react'
import type { UploadTotals } from '../../../engine/uploads/upload.ts'
import { newsBetween, standingOf } from './news.ts'

/** Many small files may end in one second: they are one piece of news. */
const settleAfter = 1000

/** What has happened to the queue, for a region that is read aloud: changes only when something has. */
export function useNews(totals: UploadTotals): string {
  const standing = standingOf(totals)
  const [said, setSaid] = useState({ standing, news: '' })
  const news = newsBetween(said.standing, standing)
  const hasNews = news !== ''
  // What needs no word, such as a row that was dismissed, is what the next news starts from.
  if (!hasNews && JSON.stringify(standing) !== JSON.stringify(said.standing)) setSaid({ ...said, standing })

  const say = useEffectEvent(() => setSaid({ standing, news }))
  useEffect(() => {
    if (!hasNews) return
    const timer = setTimeout(() => say(), settleAfter)
    return () => clearTimeout(timer)
  }, [hasNews])
  return said.news
}
