import { createHash } from 'node:crypto'
import { fontsFile } from '@cresyl/contract/app-config'
import type { Config } from '../../platform/config/config.ts'
import { Html, html } from './html.ts'
import { style } from './style.ts'

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
