import { type ApiDescription, describeApi } from '@cresyl/contract/openapi'
import { routes } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import { expect, test } from 'vitest'
import { renderDocumentation } from './documentation-page.ts'

const api = describeApi('https://slides.example.org', '1.2.3')
const page = renderDocumentation(api)

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()}</b> <code>${path}</code>`, operation] as const,
  ),
)

test('is a whole page in a language, with a title', () => {
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(page).toContain('<title>Cresyl API</title>')
  expect(page).toContain('<small>1.2.3</small>')
  expect(page).toMatch(/<\/html>$/)
})

test('tells of every operation', async () => {
  const wrong = await failing(operations, ([title, operation]) => {
    const start = page.indexOf(`${title} <span>${operation.summary}</span>`)
    expect(start).toBeGreaterThan(0)
    const section = page.slice(start, page.indexOf('</details>', start))
    expect(wordsOf(section)).toContain(wordsOf(operation.description))
    expect(section.includes('<h3>Body</h3>')).toBe(operation.requestBody !== undefined)
    expect(section.includes('<h3>Parameters</h3>')).toBe(operation.parameters.length > 0)
    for (const parameter of operation.parameters) {
      expect(section).toContain(`<code>${parameter.name}</code>${parameter.required ? ' *' : ''}</td>`)
    }
    for (const status of Object.keys(operation.responses)) expect(section).toContain(`<b>${status}</b>`)
  })
  expect(wrong).toEqual([])
})

/** Without marks of emphasis and code, in the page or in the text. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/<\/p><p>|\n\n/g, ' ')
    .replaceAll(/<\/?(b|code)>|\*\*|`/g, '')
    .replaceAll('&#38;', '&')
}

test('links to each resource, and to the description for programs', () => {
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
  const resources = new Set(['events', ...Object.values(routes).map(({ path }) => path.split('/')[0])])
  expect(anchors).toEqual([...resources].sort())
  for (const anchor of anchors) expect(page).toContain(`<section id="${anchor}">`)
  expect(page).toContain('<a href="/api/openapi.json">')
})

test('shows words of code as code', () => {
  expect(page).toContain('<code>{detail, code, fields?}</code>')
  expect(page).toContain('<code>unauthenticated</code>: Please sign in')
  expect(page).not.toMatch(/`/)
})

test('runs no script and fetches nothing but the icon and the fonts', () => {
  expect(page).not.toMatch(
    /<script|<link (?!rel="(icon" href="\/favicon.svg|stylesheet" href="\/fonts.css)")|<img|<iframe|\son\w+=|@import|url\(|javascript:/i,
  )
})

test('every element that is opened is closed', () => {
  for (const tag of ['section', 'details', 'summary', 'table', 'tr', 'td', 'pre', 'code', 'p', 'b', 'main']) {
    const opened = page.match(new RegExp(`<${tag}[ >]`, 'g'))?.length
    expect(page.match(new RegExp(`</${tag}>`, 'g'))?.length, tag).toBe(opened)
  }
})

test('shows hostile text as text', () => {
  const hostile = `"><script>alert('x')</script>&`
  const described: ApiDescription = {
    openapi: '3.1.0',
    info: { title: hostile, version: hostile, description: `\`${hostile}\`` },
    servers: [],
    paths: {
      [hostile]: {
        [hostile]: {
          operationId: hostile,
          summary: hostile,
          description: hostile,
          tags: [hostile],
          parameters: [{ name: hostile, in: hostile, required: true, schema: { pattern: hostile } }],
          requestBody: { required: true, content: { 'application/json': { schema: { title: hostile } } } },
          responses: {
            [hostile]: {
              description: hostile,
              content: { 'application/json': { schema: { title: hostile } } },
            },
          },
          security: [],
        },
      },
    },
    components: {},
  }
  const rendered = renderDocumentation(described)
  expect(rendered).not.toMatch(/<script|<\/script/i)
  const escaped = '&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;'
  expect(rendered).toContain(`<title>${escaped} API</title>`)
  expect(rendered).toContain(`<section id="${escaped}">`)
})
