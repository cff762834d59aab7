export type AdminAccount = { id: string; username: string; passwordHash: string };
export type NewAdmin = AdminAccount & { createdAt: Date };
export type StoredSession = { adminId: string; username: string; createdAt: Date; lastSeenAt: Date };

export type AuthStore = {
  findByUsername: (username: string) => Promise<AdminAccount | null>;
  hasAdmin: () => Promise<boolean>;
  /** Adds the admin unless there is one already. Of several at once one wins. */
  addFirstAdmin: (admin: NewAdmin) => Promise<boolean>;
  /** Adds a further admin; false when the name is taken. */
  addAdmin: (admin: NewAdmin) => Promise<boolean>;

  addSession: (session: { tokenHash: string; adminId: string; createdAt: Date; userAgent: string }) => Promise<void>;
  findSession: (tokenHash: string) => Promise<StoredSession | null>;
  touchSession: (tokenHash: string, at: Date) => Promise<void>;
  endSession: (tokenHash: string) => Promise<void>;
  removeSessionsBefore: (times: { createdBefore: Date; seenBefore: Date }) => Promise<void>;

  addSetupToken: (tokenHash: string, at: Date) => Promise<void>;
  isSetupToken: (tokenHash: string) => Promise<boolean>;
};

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /** Takes the same time whether `stored` is a hash or null (no such account). */
  verify: (password: string, stored: string | null) => Promise<boolean>;
};
