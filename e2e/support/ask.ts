import type { Slide } from '@cresyl/contract/slides/slides'
import { expect } from '@playwright/test'
import type { Product } from './product.ts'

export type Ask = <Answer>(path: string, body?: object) => Promise<Answer>

/** Asks the API as an administrator of the demo organisation. */
export async function asker(product: Product): Promise<Ask> {
  const headers = {
    Authorization: `Bearer ${await product.tokenOf('admin')}`,
    'Content-Type': 'application/json',
  }
  return async <Answer>(path: string, body?: object): Promise<Answer> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${product.origin}/api/${path}`, { headers, ...init })
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<Answer>
  }
}

/** A slide that is found by this, once it is there. */
export async function whenRead(ask: Ask, search: string): Promise<Slide> {
  const find = async () =>
    (await ask<{ results: Slide[] }>(`slides/?search=${encodeURIComponent(search)}`)).results[0]
  await expect.poll(find, { timeout: 120_000, message: `${search} is read` }).toBeDefined()
  const slide = await find()
  if (!slide) throw new Error(`There is no slide "${search}" any more.`)
  return slide
}
