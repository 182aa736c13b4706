import { annotationLink } from '@cresyl/contract/annotations/annotations'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withAnnotations } from './support/annotated-slide.ts'
import { openApp } from './support/app.tsx'
import { makePerson } from './support/organization.ts'
import { saying } from './support/steps.ts'

const list = page.getByRole('region', { name: 'Annotations' })
const row = (name: string) => list.getByRole('button', { name: `Show` }).filter({ hasText: name })
const nameField = page.getByRole('textbox', { name: 'Name' })
const details = page.getByRole('region', { name: 'Details' })

const tumour = { name: 'Tumour', color: '#C5303B' }
const stroma = { name: 'Stroma', color: '#1E8E5A' }

const fieldOf = (label: string, within = page.getByRole('tabpanel')) =>
  within.getByRole('combobox', { name: label, exact: true })

async function choose(label: string, option: string) {
  await fieldOf(label).click()
  await page.getByRole('option', { name: option }).click()
}

test('the list stays while one goes through it, and shows what each row is', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ name: `Region ${at}`, classification: tumour }))
  const { slide, answers } = withAnnotations('manager', ...many)
  await openApp(`/slide/${slide.id}?panel=annotations`, 'manager', answers)
  await expect.element(row('Region 29').getByText('Tumour · by')).toBeVisible()
  for (const at of [28, 27, 26, 25]) {
    await row(`Region ${at}`).click()
    await expect.element(nameField).toHaveValue(`Region ${at}`)
    await expect.element(row(`Region ${at}`)).toBeInViewport()
    await expect.element(row(`Region ${at - 1}`)).toBeInViewport()
  }
  await row('Region 23').click({ modifiers: ['Shift'] })
  await expect.element(details.getByText('3 annotations selected')).toBeVisible()
  await row('Region 24').click({ modifiers: ['Control'] })
  await expect.element(details.getByText('2 annotations selected')).toBeVisible()
})

test('what is selected has a class of its own and keeps its comment, and what is deleted comes back from the message', async () => {
  const { slide, answers, there } = withAnnotations(
    'manager',
    { name: 'One', classification: tumour },
    { name: 'Two', classification: tumour, by: 'user' },
    { name: 'Three', classification: stroma },
    { name: 'Four', classification: tumour },
    { name: 'Imported', classification: { name: 'Ductal', color: '#123456' } },
  )
  await openApp(`/slide/${slide.id}?panel=annotations`, 'manager', answers)
  await choose('Class of new annotations', 'Stroma')
  await row('One').click()
  await expect.element(fieldOf('Class')).toHaveTextContent('Tumour')
  await expect.element(fieldOf('Class of new annotations')).toHaveTextContent('Stroma')
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  await comment.fill('Is this invasion?')
  await row('Imported').click()
  await expect.element(fieldOf('Class')).toHaveTextContent('Ductal')
  await expect.element(comment).toHaveValue('')
  await row('One').click()
  await expect.element(comment).toHaveValue('Is this invasion?')

  await row('Imported').click({ modifiers: ['Control'] })
  await expect.element(fieldOf('Class')).toHaveTextContent('Mixed')
  await choose('Class', 'Stroma')
  await expect.element(fieldOf('Class')).toHaveTextContent('Stroma')
  await expect
    .poll(() => there().map(({ classification }) => classification?.name))
    .toEqual(['Stroma', 'Tumour', 'Stroma', 'Tumour', 'Stroma'])

  const names = () => there().map(({ name }) => name)
  await list.getByRole('button', { name: 'Tumour 2' }).click()
  await expect.element(row('Three')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(details.getByText('2 annotations selected')).toBeVisible()
  await userEvent.keyboard('{Delete}')
  await expect.poll(names).toEqual(['One', 'Three', 'Imported'])
  await saying('2 annotations deleted.').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['One', 'Two', 'Three', 'Four', 'Imported'])
  await expect.element(page.getByText('Undone: deletion of 2 annotations.')).toBeVisible()
  await list.getByRole('button', { name: 'Select all 2' }).click()
  await expect.element(details.getByText('2 annotations selected')).toBeVisible()
})

test('who may change nothing sees the class all the same', async () => {
  const { slide, answers } = withAnnotations('guest', { name: 'One', by: 'user', classification: tumour })
  await openApp(`/slide/${slide.id}?panel=annotations`, 'guest', answers)
  await row('One').click()
  await expect.element(fieldOf('Class')).toHaveTextContent('Tumour')
  await expect.element(fieldOf('Class')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('Saved', { exact: true })).not.toBeInTheDocument()
})

test('who is to review an annotation has buttons for it, and nothing else to change', async () => {
  const { id: assignee_id } = makePerson('user')
  const given = { by: 'manager', classification: tumour } as const
  const { slide, answers, there } = withAnnotations(
    'user',
    { ...given, name: 'Mine to review', assignee_id },
    { ...given, name: 'Of others' },
  )
  await openApp(`/slide/${slide.id}?panel=annotations`, 'user', answers)
  const button = (name: RegExp) => details.getByRole('button', { name })
  await row('Of others').click()
  await expect.element(button(/^Next/)).toBeVisible()
  await expect.element(button(/^Accept/)).not.toBeInTheDocument()
  await button(/^Next to review/).click()
  await expect.element(nameField).toHaveValue('Mine to review')
  await expect.element(nameField).toBeDisabled()
  await button(/^Accept/).click()
  await expect.poll(() => there().map(({ review }) => review)).toEqual(['accepted', 'open'])
})

test('a link goes to its annotation once', async () => {
  const { slide, answers, there } = withAnnotations('manager', { name: 'One' }, { name: 'Two' })
  const linked = there().find(({ name }) => name === 'Two')
  await openApp(annotationLink(slide.id, linked?.id ?? ''), 'manager', answers)
  await expect.element(nameField).toHaveValue('Two')
  await expect.poll(() => new URL(location.href).searchParams.has('annotation')).toBe(false)
})
