import { config } from 'zod/v4/core';

// The content policy forbids eval. Without this, zod tries it once on every page, and the browser reports each try.
config({ jitless: true });
