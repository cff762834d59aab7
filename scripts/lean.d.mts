export declare const LEAN: { flags: string[]; env: Record<string, string> };
