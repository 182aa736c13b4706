import { expect, type Page } from '@playwright/test'
import { accessToken } from './person.ts'

export async function editSlide(page: Page, id: string, data: Record<string, unknown>): Promise<void> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.patch(`/api/slides/${id}/`, { headers, data })
  expect(reply.status()).toBe(200)
}
