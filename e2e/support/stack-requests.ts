import type { Page } from '@playwright/test'

/** What is asked of the server for pictures from now on. */
export function keepRequests(page: Page): () => readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/viewers\/(tiles|thumbnails)\//.test(request.url())) asked.push(request.url())
  })
  return () => asked
}
