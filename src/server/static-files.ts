import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { lookup } from 'mrmime';

/** A file of the build that is served as it is, in memory: they are few and small. */
export interface StaticFile {
  body: Buffer;
  contentType: string;
  cacheControl: string;
  /** Of the content alone, so that two builds of the same page agree. */
  etag: string;
}

/** The files by decoded path; a page stands under its address with and without the slash. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Built files carry their hash in their name and never change. */
const IMMUTABLE_FOLDER = '/_astro/';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Reads the client folder of a build. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const body = await readFile(file);
    const type = lookup(entry.name) ?? 'application/octet-stream';
    const isText = type.startsWith('text/') || /javascript|json|xml/.test(type);
    const served: StaticFile = {
      body,
      contentType: isText ? `${type}; charset=utf-8` : type,
      cacheControl: path.startsWith(IMMUTABLE_FOLDER) ? ONE_YEAR : REVALIDATE,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    };
    if (path.endsWith('/index.html')) {
      const page = path.slice(0, -'index.html'.length);
      files.set(page, served);
      if (page !== '/') files.set(page.slice(0, -1), served);
    } else {
      files.set(path, served);
    }
  }
  return files;
}

/** Answers GET and HEAD with the file; `status` other than 200 for error pages. */
export function sendStaticFile(file: StaticFile, request: IncomingMessage, response: ServerResponse, status = 200) {
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Cache-Control', status === 200 ? file.cacheControl : 'no-store');
  if (status === 200) {
    response.setHeader('ETag', file.etag);
    if (matchesEtag(request.headers['if-none-match'], file.etag)) {
      response.writeHead(304).end();
      return;
    }
  }
  response.setHeader('Content-Length', file.body.length);
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : file.body);
}

/** Whether a list of entity tags names this one; a weak tag counts, since only reading is asked for. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
