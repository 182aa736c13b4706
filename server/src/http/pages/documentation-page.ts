import type { ApiDescription, Operation } from '@cresyl/contract/openapi'
import { fontsFile } from '@cresyl/contract/people/app-config'

/** A page a person can read, made on the server: no script, so the strict content policy holds here too. */
export function renderDocumentation(api: ApiDescription): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))].sort()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.info.title)} API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/${fontsFile}">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(api.info.title)} API <small>${escapeHtml(api.info.version)}</small></h1>
<p>${proseHtml(api.info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(api.openapi)}).</p>
<nav aria-label="Resources">${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</nav>
${tags
  .map(
    (tag) => `<section id="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>
${operations
  .filter(({ operation }) => operation.tags.includes(tag))
  .map(({ path, method, operation }) => renderOperation(path, method, operation))
  .join('\n')}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>`
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json'].schema
  return `<details>
<summary><b class="${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p>${proseHtml(operation.description)}</p>
${operation.parameters.length === 0 ? '' : renderParameters(operation)}
${body ? `<h3>Body</h3><pre tabindex="0">${escapeHtml(JSON.stringify(body, null, 2))}</pre>` : ''}
<h3>Replies</h3>
${Object.entries(operation.responses).map(renderReply).join('\n')}
</details>`
}

function renderParameters({ parameters }: Operation): string {
  const rows = parameters.map(
    (each) =>
      `<tr><td><code>${escapeHtml(each.name)}</code>${each.required ? ' *' : ''}</td><td>${escapeHtml(each.in)}</td><td><code>${escapeHtml(JSON.stringify(each.schema))}</code></td></tr>`,
  )
  return `<h3>Parameters</h3><table><thead><tr><th>Name</th><th>In</th><th>Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function renderReply([status, reply]: [string, Operation['responses'][string]]): string {
  const lines = proseHtml(reply.description)
  const schema = Object.values(reply.content ?? {})[0]?.schema
  const isError = Number(status) >= 400
  return `<p><b>${escapeHtml(status)}</b> ${lines}</p>${schema && !isError ? `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>` : ''}`
}

/** Descriptions may have paragraphs, words of code and words that stand out. */
function proseHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replaceAll('\n\n', '</p><p>')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root { color-scheme: light dark; --line: #e6dfec; --muted: #655c6e; --accent: #6b2fa0; --raised: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #352d40; --muted: #a99fb4; --accent: #b58ae6; --raised: #241f2c; } }
body { margin: 0; font: 14px/20px "Public Sans Variable", system-ui, sans-serif; background: light-dark(#faf8fc, #141118); color: light-dark(#1f1a24, #ede8f2); }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 64px; }
h1 small { color: var(--muted); font-weight: 400; font-size: 14px; }
h2 { margin-top: 32px; } h3 { font-size: 14px; margin: 16px 0 4px; }
a { color: var(--accent); } nav { display: flex; flex-wrap: wrap; gap: 4px 12px; } nav a { padding: 2px 0; }
details { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; padding: 8px 16px; background: var(--raised); }
summary { cursor: pointer; } summary b { display: inline-block; min-width: 56px; color: var(--accent); } summary span { color: var(--muted); }
pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 8px; font-size: 12px; line-height: 16px; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; border-top: 1px solid var(--line); padding: 4px 8px 4px 0; vertical-align: top; } td:last-child { overflow-wrap: anywhere; } td:not(:last-child) { white-space: nowrap; padding-right: 12px; }
`
