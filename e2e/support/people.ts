import { randomUUID } from 'node:crypto'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import type { FreshInvitation } from '@cresyl/contract/people/users'
import { expect, type Page } from '@playwright/test'
import { account } from './person.ts'
import type { Product } from './product.ts'

/** Someone made for a test: the demo people stay as they are. */
export interface Person {
  id: string
  name: string
  email: string
  password: string
}

export interface MadeOrganization {
  id: string
  name: string
  displayName: string
}

interface PersonToAdd {
  role: RoleKey
  /** Its name; by default the demo organisation. */
  organization?: string
  superadmin?: boolean
}

const mark = () => randomUUID().slice(0, 8)
const idIn = (printed: string) => printed.trim()

/** Tests share a product: an address of its own keeps each to itself. */
export const uniqueEmail = (start: string): string => `${start}-${mark()}@example.org`

export const freshPassword = (): string => `four words and ${mark()}`

export async function addPerson(product: Product, person: PersonToAdd): Promise<Person> {
  const { role, organization = 'demo', superadmin = false } = person
  const name = `Robin ${mark()}`
  const email = uniqueEmail('robin')
  const password = freshPassword()
  const words = ['--org', organization, '--email', email, '--role', role, '--name', name]
  const flags = superadmin ? ['--superadmin'] : []
  const id = idIn(await product.cli(['user', 'add', ...words, ...flags], password))
  return { id, name, email, password }
}

export async function addOrganization(product: Product, start: string): Promise<MadeOrganization> {
  const made = mark()
  const name = `${start.toLowerCase()}-${made}`
  const displayName = `${start} ${made}`
  const id = idIn(await product.cli(['org', 'add', '--name', name, '--display-name', displayName]))
  return { id, name, displayName }
}

/** A link into the demo organisation. */
export async function inviteIntoDemo(
  product: Product,
  { email }: Person,
  role: RoleKey,
): Promise<FreshInvitation> {
  const reply = await fetch(`${product.origin}/api/users/invitations/`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await product.tokenOf('admin')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email, role }),
  })
  expect(reply.status).toBe(201)
  return (await reply.json()) as FreshInvitation
}

/** Fills in the provider's page, where it is open. */
export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function openPasswordPage(page: Page, path = '/login'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('E-mail address')).toBeVisible()
}

/** For someone who belongs to one organisation. */
export async function signInWithPassword(page: Page, person: Person, path = '/'): Promise<void> {
  await openPasswordPage(page, path)
  await typePassword(page, person.email, person.password)
  await expect(account(page)).toBeVisible()
}
