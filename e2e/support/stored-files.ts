import type { File } from '@cresyl/contract/files/files'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { Page } from '@playwright/test'
import { accessToken } from './person.ts'

/** Every file whose name has this in it, as the API tells it to whoever is signed in on the page. */
export const filesFound = (page: Page, search: string): Promise<File[]> => found(page, 'files', search)

/** Every slide whose name has this in it; all of them without. */
export const slidesFound = (page: Page, search = ''): Promise<Slide[]> => found(page, 'slides', search)

async function found<Item>(page: Page, resource: 'files' | 'slides', search: string): Promise<Item[]> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.get(`/api/${resource}/`, {
    headers,
    params: { ...(search && { search }), limit: -1 },
  })
  return (await reply.json()).results
}
