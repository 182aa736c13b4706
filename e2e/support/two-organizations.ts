import { expect, type Page } from '@playwright/test'
import { isolated } from './isolated.ts'
import {
  addOrganization,
  addPerson,
  inviteIntoDemo,
  type MadeOrganization,
  openPasswordPage,
  type Person,
  typePassword,
} from './people.ts'
import type { Product } from './product.ts'
import { test as base } from './test.ts'

/** What the demo organisation is called. */
export const demo = 'Demo Pathology'

export interface Belonging {
  /** Administrator of `clinic`, manager of the demo organisation. */
  person: Person
  clinic: MadeOrganization
  /** One they don't belong to. */
  foreign: MadeOrganization
}

/** Made once for each product. A fixture of the worker would be simpler, and would start products of its own. */
const made = new WeakMap<Product, Promise<Belonging>>()

/** Tests of someone who belongs to two organisations. */
export const test = base.extend<{ belonging: Belonging }>({
  belonging: [
    async ({ product }, use) => {
      const belonging = made.get(product) ?? makeBelonging(product)
      made.set(product, belonging)
      await use(await belonging)
    },
    { timeout: 60_000 },
  ],
})

async function makeBelonging(product: Product): Promise<Belonging> {
  const [clinic, foreign] = await Promise.all([
    addOrganization(product, 'Clinic'),
    addOrganization(product, 'Foreign'),
  ])
  const person = await addPerson(product, { role: 'admin', organization: clinic.name })
  const { link } = await inviteIntoDemo(product, person, 'manager')
  const joined = await fetch(link, {
    method: 'POST',
    headers: { Origin: product.origin },
    body: new URLSearchParams({ account: 'own', password: person.password }),
  })
  expect(await joined.text()).toContain('Welcome')
  return { person, clinic, foreign }
}

export const organizationMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Organisation: ${isolated(name)}` })

export async function signInTo(page: Page, person: Person, organization: string, path = '/'): Promise<void> {
  await openPasswordPage(page, path)
  await typePassword(page, person.email, person.password)
  await page.getByRole('button', { name: organization }).click()
  await expect(organizationMenu(page, organization)).toBeVisible()
}

export async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await organizationMenu(page, from).click()
  await page.getByRole('menuitem', { name: to }).click()
}
