/// <reference lib="dom" /> What runs in the page needs the names of the page.
import type { Page } from './page.ts'

/** What is put where: `urls` has a list for each of the files that were chosen. */
interface BareOrder {
  urls: string[][]
  partSize: number
  connections: number
}

/** File by file. */
interface BareReport {
  etags: string[][]
  milliseconds: number
}

/** A page of the product's origin where nothing runs, so that what remains is the browser's own share. */
export async function chooseOnBarePage(page: Page, paths: readonly string[]): Promise<void> {
  await page.goto('/api/nothing')
  await page.evaluate(() => {
    document.body.innerHTML = '<input type="file" multiple>'
  })
  await page.locator('input').setInputFiles([...paths])
}

export function sendFromBarePage(page: Page, order: BareOrder): Promise<BareReport> {
  return page.evaluate(putParts, order)
}

/** Runs in the page. */
async function putParts({ urls, partSize, connections }: BareOrder): Promise<BareReport> {
  const put = (url: string, part: Blob) =>
    new Promise<string>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', url)
      request.onload = () => {
        if (request.status < 300) resolve(request.getResponseHeader('ETag') ?? '')
        else reject(new Error(`PUT was answered with ${request.status}`))
      }
      request.onerror = () => reject(new Error('PUT was not answered'))
      request.send(part)
    })
  const files = [...(document.querySelector('input')?.files ?? [])]
  const etags: string[][] = urls.map(() => [])
  const since = performance.now()
  const left = urls.flatMap((list, file) => list.map((url, part) => ({ url, file, part }))).values()
  const putSome = async () => {
    for (const { url, file, part } of left) {
      const content = files[file]?.slice(part * partSize, (part + 1) * partSize) ?? new Blob()
      const list = etags[file] ?? []
      list[part] = await put(url, content)
    }
  }
  await Promise.all(Array.from({ length: connections }, putSome))
  return { etags, milliseconds: performance.now() - since }
}
