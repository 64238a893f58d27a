import { Eta } from 'eta';

/* The templates of the peer. */

const eta = new Eta({ cache: true, autoTrim: false });

const STYLE = `:root{--ink:#1c2430;--muted:#5b6675;--line:#d9dee6;--accent:#2456a6}body{margin:0;color:var(--ink);
font:16px/1.5 system-ui,sans-serif}header,footer,main{max-width:70rem;margin:auto;padding:1rem}.card{display:grid;
grid-template-columns:5rem 1fr;gap:1rem;padding:1rem;border:1px solid var(--line);border-radius:.75rem}nav ol{display:flex;
gap:.5rem;list-style:none}`;

export interface ListData {
  name: string;
  count: number;
  page: number;
  pageCount: number;
  /** Page numbers, and null for a gap. */
  range: (number | null)[];
  clubs: { id: number; name: string; logo: string | null; isActive: boolean; html: string }[];
  href: (page: number) => string;
}

eta.loadTemplate(
  '@list',
  `<p><%= it.count %> clubs, page <%= it.page %> of <%= it.pageCount %></p>
<ul class="cards">
<% for (const club of it.clubs) { %><li><article class="card" id="club-<%= club.id %>">
  <a class="card-logo" href="/club/<%= club.id %>/" tabindex="-1">
    <% if (club.logo) { %><img src="<%= club.logo %>" alt="" width="88" height="88" loading="lazy" decoding="async"><% } else { %>
    <svg class="placeholder" width="88" height="88" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5"
      aria-hidden="true"><circle cx="12" cy="8" r="4"/><path d="M4 21c0-4.4 3.6-8 8-8s8 3.6 8 8"/></svg><% } %>
  </a>
  <div class="card-text">
    <a class="card-name" href="/club/<%= club.id %>/"><h4><%= club.name %><% if (!club.isActive) { %> <span class="state">(inactive)</span><% } %></h4></a>
    <div class="card-description"><%~ club.html %></div>
  </div>
</article></li>
<% } %></ul>
<nav aria-label="Pages"><ol>
<% for (const number of it.range) { %><li><% if (number === null) { %>…<% } else { %><a href="<%= it.href(number) %>"
  hx-get="<%= it.href(number) %>" hx-target="#paginated" hx-push-url="true"<% if (number === it.page) { %> aria-current="page"<% } %>><%= number %></a><% } %></li>
<% } %></ol></nav>`,
);

eta.loadTemplate(
  '@page',
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Club list (page <%= it.page %>)</title><meta name="description" content="The list of all clubs.">
<link rel="canonical" href="https://clubs.example.org<%= it.href(it.page) %>"><style>${STYLE}</style></head>
<body><header><a href="/">Clubs</a> <nav><a href="/club/">Club list</a> <a href="/page/about/">About</a></nav></header>
<main><h1>Club list</h1>
<form action="/club/" method="get"><label>Name <input type="search" name="name" value="<%= it.name %>" maxlength="255"></label>
<fieldset><legend>Status</legend><label><input type="radio" name="club_status" value="true" checked> Active</label>
<label><input type="radio" name="club_status" value="false"> Inactive</label>
<label><input type="radio" name="club_status" value=""> All clubs</label></fieldset><button>Search</button></form>
<div id="paginated"><%~ include('@list', it) %></div></main>
<footer><p>A directory of clubs. <a href="/page/legal/">Legal notice</a></p></footer></body></html>`,
);

export const renderPage = (data: ListData): string => eta.render('@page', data);
export const renderFragment = (data: ListData): string => eta.render('@list', data);
