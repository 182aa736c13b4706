import { createHash } from 'node:crypto'
import { fontsFile } from '@cresyl/contract/people/app-config'
import type { Config } from '../../platform/config/config.ts'
import { Html, html } from './html.ts'

export interface Page {
  body: string
  headers: Record<string, string>
}

/** Where a page goes out: the provider's own response. */
interface PageResponse {
  body: unknown
  type: string
  set(headers: Record<string, string>): void
}

export function composePage(config: Config, title: string, content: Html): Page {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Cresyl</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/${fontsFile}">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<p class="brand"><img src="/favicon.svg" alt="" width="40" height="40"> Cresyl</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
  return { body: document.text, headers: pageHeaders(config) }
}

export function sendPage(response: PageResponse, page: Page): void {
  response.set(page.headers)
  response.type = 'html'
  response.body = page.body
}

/** No scripts at all. Forms may lead back to the app: browsers apply `form-action` to redirects too. */
export function pageHeaders({ origin }: Config): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "font-src 'self'",
    `form-action 'self' ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Addresses of ours may hold a token. Under no-referrer a form would be sent with `Origin: null`, though.
    'Referrer-Policy': 'strict-origin',
    'Cache-Control': 'no-store',
  }
}

/** The look of the app on pages that it doesn't render, and that run no scripts. */
const style = `
:root {
  color-scheme: light dark;
  --primary: #6B2FA0; --on-primary: #FFFFFF; --background: #FAF8FC; --surface: #FFFFFF;
  --text: #1F1A24; --muted: #655C6E; --border: #E6DFEC; --outline: #8D8298; --fail: #C5303B;
}
@media (prefers-color-scheme: dark) {
  :root {
    --primary: #B58AE6; --on-primary: #1B1026; --background: #141118; --surface: #1C1822;
    --text: #EDE8F2; --muted: #A99FB4; --border: #352D40; --outline: #7A6E88; --fail: #FF6B72;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--background); color: var(--text);
  font: 14px/20px 'Public Sans Variable', system-ui, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 32px;
  background: var(--surface); border: 1px solid var(--border); border-radius: 8px;
}
.brand { display: flex; align-items: center; gap: 12px; margin: 0 0 24px; font-size: 20px; font-weight: 600; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.alert { padding: 12px; border: 1px solid var(--fail); border-radius: 8px; color: var(--fail); }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input {
  width: 100%; height: 44px; margin-bottom: 16px; padding: 0 12px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--outline); border-radius: 8px;
}
button, .button {
  display: block; width: 100%; padding: 12px; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer;
  color: var(--on-primary); background: var(--primary); border: 0; border-radius: 8px;
}
.choices { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
.choice {
  display: grid; gap: 4px; text-align: start;
  color: var(--text); background: var(--surface); border: 1px solid var(--outline); overflow-wrap: anywhere;
}
.choice:hover { border-color: var(--primary); background: var(--background); }
.choice .muted { font-weight: 400; }
.hint { margin: -8px 0 16px; color: var(--muted); font-size: 13px; }
input[readonly] { color: var(--muted); background: var(--background); border-color: var(--border); }
details { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--border); }
summary { cursor: pointer; color: var(--primary); }
summary + p { margin-top: 12px; }
.link { display: block; margin-top: 16px; text-align: center; color: var(--primary); }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
`
