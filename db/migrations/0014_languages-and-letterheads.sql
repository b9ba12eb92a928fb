ALTER TABLE `customers` ADD `language` text;--> statement-breakpoint
ALTER TABLE `franchises` ADD `postal_address` text;--> statement-breakpoint
ALTER TABLE `franchises` ADD `logo_url` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `language` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_brand` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_last4` text;--> statement-breakpoint
ALTER TABLE `workers` ADD `language` text;